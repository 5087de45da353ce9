import { LibraryBig, Plus } from 'lucide-react';
import { useState } from 'react';
import { KnowledgeDialog } from '../../../features/knowledge/knowledge-dialog.tsx';
import { KnowledgePanel } from '../../../features/knowledge/knowledge-panel.tsx';
import { useKnowledge } from '../../../features/knowledge/use-knowledge.ts';
import { Section } from '../../../features/voice-agent/section.tsx';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';

/** Knowledge bases of the agent. */
export function KnowledgeSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceFunctionTexts);
  const [isOpen, setOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const knowledge = useKnowledge(agentId);
  const count = knowledge.attached?.length ?? 0;
  const menu = (
    <ActionMenu
      label={t('addMenu')}
      actions={[{ id: 'add', label: t('addKnowledge'), Icon: LibraryBig, onSelect: () => setAdding(true) }]}
      renderButton={(props) => (
        <Button {...props} size="small" look="quiet" icon={<Plus size={16} />}>
          {t('add')}
        </Button>
      )}
    />
  );
  return (
    <>
      <Section
        Icon={LibraryBig}
        title={t('knowledge')}
        summary={count > 0 ? t('storeCount', { count }) : t('none')}
        action={menu}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <KnowledgePanel knowledge={knowledge} />
      </Section>
      {isAdding && <KnowledgeDialog knowledge={knowledge} onClose={() => setAdding(false)} />}
    </>
  );
}

import { LibraryBig, Plus } from 'lucide-react';
import { useState } from 'react';
import { voiceFunctionTexts } from '../../../texts/en/voice-functions.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { KnowledgeDialog } from '../../../voice-agent/knowledge/knowledge-dialog.tsx';
import { KnowledgePanel } from '../../../voice-agent/knowledge/knowledge-panel.tsx';
import { useKnowledge } from '../../../voice-agent/knowledge/use-knowledge.ts';
import { Section } from '../../../voice-agent/section.tsx';

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

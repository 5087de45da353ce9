import { Braces } from 'lucide-react';
import { useState } from 'react';
import { AddFunctionMenu } from '../../../features/voice-agent/functions/add-function-menu.tsx';
import { FunctionsPanel } from '../../../features/voice-agent/functions/functions-panel.tsx';
import { useFunctionEditing } from '../../../features/voice-agent/functions/use-function-editing.tsx';
import { Section } from '../../../features/voice-agent/section.tsx';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';

/** Functions of the agent. */
export function FunctionsSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceFunctionTexts);
  const [isOpen, setOpen] = useState(false);
  const editing = useFunctionEditing(agentId);
  const functions = editing.list.functions ?? [];
  return (
    <>
      <Section
        Icon={Braces}
        title={t('functions')}
        count={functions.length}
        summary={functions.map(({ name }) => name || t('noName')).join(', ') || t('none')}
        action={<AddFunctionMenu editing={editing} look="quiet" />}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <FunctionsPanel editing={editing} />
      </Section>
      {editing.dialog}
    </>
  );
}

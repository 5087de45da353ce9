import { Braces } from 'lucide-react';
import { useState } from 'react';
import { voiceFunctionTexts } from '../../../texts/en/voice-functions.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AddFunctionMenu } from '../../../voice-agent/functions/add-function-menu.tsx';
import { FunctionsPanel } from '../../../voice-agent/functions/functions-panel.tsx';
import { useFunctionDesk } from '../../../voice-agent/functions/use-function-desk.tsx';
import { Section } from '../../../voice-agent/section.tsx';

/** Functions of the agent. */
export function FunctionsSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceFunctionTexts);
  const [isOpen, setOpen] = useState(false);
  const desk = useFunctionDesk(agentId);
  const functions = desk.list.functions ?? [];
  return (
    <>
      <Section
        Icon={Braces}
        title={t('functions')}
        count={functions.length}
        summary={functions.map(({ name }) => name || t('noName')).join(', ') || t('none')}
        action={<AddFunctionMenu desk={desk} look="quiet" />}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <FunctionsPanel desk={desk} />
      </Section>
      {desk.dialog}
    </>
  );
}

import { Shield } from 'lucide-react';
import { useState } from 'react';
import { Section } from '../../../features/voice-agent/section.tsx';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SecurityPanel } from '../after-call/security-panel.tsx';
import { useSetting } from '../after-call/use-setting.ts';

/** Security and fallback settings of the agent. */
export function SecuritySection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const [isOpen, setOpen] = useState(false);
  const optOut = useSetting(agentId, 'optOutSensitiveDataStorage').value;
  const optIn = useSetting(agentId, 'optInSignedUrl').value;
  const voices = useSetting(agentId, 'fallbackVoiceIds').value?.length ?? 0;
  const variables = Object.keys(useSetting(agentId, 'defaultDynamicVariables').value ?? {}).length;
  const set = [
    optOut && t('summaryOptOut'),
    optIn && t('summarySigned'),
    voices > 0 && t('summaryVoices', { count: voices }),
    variables > 0 && t('summaryVariables', { count: variables }),
  ].filter(Boolean);
  const summary = set.length > 0 ? set.join(' · ') : t('nothingSet');
  return (
    <Section
      Icon={Shield}
      title={t('security')}
      summary={optOut === undefined ? '' : summary}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <SecurityPanel agentId={agentId} />
    </Section>
  );
}

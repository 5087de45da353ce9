import { backgroundSounds } from '@tendril/contract/voice/background-sounds';
import { AudioLines } from 'lucide-react';
import { useState } from 'react';
import { voiceSettingsTexts } from '../../../texts/en/voice-settings.ts';
import { useTexts } from '../../../texts/texts.ts';
import { shownValues } from '../../../voice-agent/edited-values.ts';
import { Section } from '../../../voice-agent/section.tsx';
import styles from '../../../voice-agent/settings-form.module.css';
import { SpeechPanel } from '../../../voice-agent/speech-panel.tsx';
import { speechDefaults } from '../../../voice-agent/speech-values.ts';
import { useStoredAgent } from '../../../voice-agent/use-stored-agent.ts';

/** Speech settings of the agent. */
export function SpeechSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceSettingsTexts);
  const [isOpen, setOpen] = useState(false);
  const stored = useStoredAgent(agentId);
  const shown = shownValues(stored, {}, speechDefaults);
  const sound = backgroundSounds.find(({ id }) => id === shown.ambientSound)?.label ?? '';
  const summary = t('speechSummary', {
    mode: t(shown.sttMode),
    responsiveness: shown.responsiveness.toFixed(2),
    sound,
  });
  return (
    <Section
      Icon={AudioLines}
      title={t('speechSettings')}
      summary={stored.agent && stored.settings ? summary : ''}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <div className={styles['body']}>
        <SpeechPanel agentId={agentId} />
      </div>
    </Section>
  );
}

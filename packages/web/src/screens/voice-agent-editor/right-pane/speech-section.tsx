import { backgroundSounds } from '@tendril/contract/voice/background-sounds';
import { AudioLines } from 'lucide-react';
import { useState } from 'react';
import { shownValues } from '../../../features/voice-agent/edited-values.ts';
import { Section } from '../../../features/voice-agent/section.tsx';
import styles from '../../../features/voice-agent/settings-form.module.css';
import { SpeechPanel } from '../../../features/voice-agent/speech-panel.tsx';
import { speechDefaults } from '../../../features/voice-agent/speech-values.ts';
import { useStoredAgent } from '../../../features/voice-agent/use-stored-agent.ts';
import { voiceSettingsTexts } from '../../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ExpectedWords } from './expected-words.tsx';
import { ListeningSigns } from './listening-signs.tsx';
import { VoiceManner } from './voice-manner.tsx';

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
        <ListeningSigns agentId={agentId} />
        <ExpectedWords agentId={agentId} />
        <VoiceManner agentId={agentId} />
      </div>
    </Section>
  );
}

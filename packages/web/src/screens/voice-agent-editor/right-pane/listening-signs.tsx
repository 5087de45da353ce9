import { backchannelRange } from '@tendril/contract/voice/speech-ranges';
import { useState } from 'react';
import { SliderRow } from '../../../features/voice-agent/slider-row.tsx';
import { voiceMannerTexts } from '../../../kit/texts/en/voice-manner.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../../../kit/ui/switch.tsx';
import { SaveFault } from '../after-call/save-fault.tsx';
import { useSetting } from '../after-call/use-setting.ts';
import { WordListField } from '../after-call/word-list-field.tsx';
import styles from './voice-manner.module.css';

const typingMs = 800;
const mostWords = 20;
const mostLetters = 40;

/** Whether the agent shows that it listens while the caller speaks, how often, and by which words. */
export function ListeningSigns({ agentId }: { agentId: string }) {
  const t = useTexts(voiceMannerTexts);
  const signs = useSetting(agentId, 'enableBackchannel');
  const frequency = useSetting(agentId, 'backchannelFrequency');
  const words = useSetting(agentId, 'backchannelWords');
  const [lines, setLines] = useState<readonly string[]>();
  if (signs.value === undefined || words.value === undefined) return null;
  // A line that is being cleared stays on the screen; it is saved without it.
  const change = (next: readonly string[], isTyped: boolean) => {
    setLines(next);
    const whole = next.map((word) => word.trim()).filter((word) => word !== '');
    words.change([...new Set(whole)], isTyped ? typingMs : 0);
  };
  return (
    <div className={styles['manner']}>
      <SwitchField
        label={t('listening')}
        hint={t('listeningHint')}
        isOn={signs.value}
        onChange={(isOn) => signs.change(isOn)}
      />
      <SaveFault setting={signs} />
      {signs.value && (
        <>
          <SliderRow
            label={t('listeningFrequency')}
            range={backchannelRange}
            value={frequency.value}
            unit=""
            lowWord={t('rarely')}
            highWord={t('often')}
            onChange={(value) => frequency.change(value, typingMs)}
          />
          <SaveFault setting={frequency} />
          <WordListField
            label={t('listeningWords')}
            hint={t('listeningWordsHint')}
            newLabel={t('newListeningWord')}
            words={lines ?? words.value}
            most={mostWords}
            maxLength={mostLetters}
            onChange={change}
          />
          <SaveFault setting={words} />
        </>
      )}
    </div>
  );
}

import { type VoiceEmotion, voiceEmotions } from '@tendril/contract/provider/text-to-speech';
import { useId, useState } from 'react';
import { SliderRow } from '../../../features/voice-agent/slider-row.tsx';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceMannerTexts } from '../../../kit/texts/en/voice-manner.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { SaveFault } from '../after-call/save-fault.tsx';
import { useSetting } from '../after-call/use-setting.ts';
import { WordListField } from '../after-call/word-list-field.tsx';
import { readPronunciation, writePronunciation } from './pronunciation-line.ts';
import styles from './voice-manner.module.css';

const temperatureRange = { min: 0, max: 2, step: 0.01, default: 1 };
const typingMs = 800;
const none = '';

/** How the voice speaks, for vendors that offer it: its liveliness, its mood, and how words are pronounced. */
export function VoiceManner({ agentId }: { agentId: string }) {
  const t = useTexts(voiceMannerTexts);
  const emotionId = useId();
  const temperature = useSetting(agentId, 'voiceTemperature');
  const emotion = useSetting(agentId, 'voiceEmotion');
  const pronunciations = useSetting(agentId, 'pronunciations');
  const [lines, setLines] = useState<readonly string[]>();
  if (pronunciations.value === undefined) return null;
  // A line stays as it is typed; all are saved once each of them is complete.
  const changeWords = (next: readonly string[], isTyped: boolean) => {
    setLines(next);
    const read = next.map(readPronunciation);
    if (read.every(({ word, ipa }) => word !== '' && ipa !== ''))
      pronunciations.change(read, isTyped ? typingMs : 0);
  };
  return (
    <div className={styles['manner']}>
      <h3>{t('title')}</h3>
      <small>{t('hint')}</small>
      <SliderRow
        label={t('temperature')}
        range={temperatureRange}
        value={temperature.value}
        unit=""
        lowWord={t('even')}
        highWord={t('lively')}
        onChange={(value) => temperature.change(value, typingMs)}
      />
      <SaveFault setting={temperature} />
      <Field isDense label={t('emotion')} htmlFor={emotionId}>
        <SelectField
          id={emotionId}
          value={emotion.value ?? none}
          options={voiceEmotions.map((name) => ({ name, label: t(name) }))}
          emptyLabel={t('noEmotion')}
          canBeEmpty
          onChange={(name) => emotion.change(name === none ? null : (name as VoiceEmotion))}
        />
      </Field>
      <SaveFault setting={emotion} />
      <WordListField
        label={t('pronunciations')}
        hint={t('pronunciationsHint')}
        newLabel={t('newPronunciation')}
        example={t('pronunciationExample')}
        words={lines ?? pronunciations.value.map(writePronunciation)}
        most={100}
        maxLength={300}
        onChange={changeWords}
      />
      <SaveFault setting={pronunciations} />
    </div>
  );
}

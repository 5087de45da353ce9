import { useState } from 'react';
import { voiceMannerTexts } from '../../../kit/texts/en/voice-manner.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SaveFault } from '../after-call/save-fault.tsx';
import { useSetting } from '../after-call/use-setting.ts';
import { WordListField } from '../after-call/word-list-field.tsx';
import { DenoisingField } from './denoising-field.tsx';
import styles from './voice-manner.module.css';

const typingMs = 800;
const mostWords = 100;
const mostLetters = 100;

/** How the caller is recognized: words that are expected, and what is taken out of their sound. */
export function ExpectedWords({ agentId }: { agentId: string }) {
  const t = useTexts(voiceMannerTexts);
  const words = useSetting(agentId, 'boostedKeywords');
  const [lines, setLines] = useState<readonly string[]>();
  if (words.value === undefined) return null;
  // A line that is being cleared stays on the screen; it is saved without it.
  const change = (next: readonly string[], isTyped: boolean) => {
    setLines(next);
    const whole = next.map((word) => word.trim()).filter((word) => word !== '');
    words.change([...new Set(whole)], isTyped ? typingMs : 0);
  };
  return (
    <div className={styles['manner']}>
      <h3>{t('recognition')}</h3>
      <WordListField
        label={t('expectedWords')}
        hint={t('expectedWordsHint', { example: '{{caller_name}}' })}
        newLabel={t('newExpectedWord')}
        words={lines ?? words.value}
        most={mostWords}
        maxLength={mostLetters}
        onChange={change}
      />
      <SaveFault setting={words} />
      <DenoisingField agentId={agentId} />
    </div>
  );
}

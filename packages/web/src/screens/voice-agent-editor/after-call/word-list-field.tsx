import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import styles from './after-call.module.css';

interface WordListFieldProps {
  label: string;
  hint: string;
  /** Name of the line at the end, where the next one is written. */
  newLabel: string;
  /** Shown in the empty line; its label, where there is none. */
  example?: string;
  words: readonly string[];
  most: number;
  maxLength: number;
  onChange: (words: string[], isTyped: boolean) => void;
}

/** Short texts, a line for each; Enter or leaving the last line adds what was typed. */
export function WordListField(props: WordListFieldProps) {
  const { label, hint, newLabel, example = newLabel, words, most, maxLength, onChange } = props;
  const t = useTexts(voiceAfterCallTexts);
  const id = useId();
  const [next, setNext] = useState('');
  const lastLine = useRef<HTMLInputElement>(null);
  const isTwice = (word: string, place: number) =>
    word.trim() !== '' && words.findIndex((one) => one.trim() === word.trim()) !== place;
  const add = () => {
    if (next.trim() === '' || words.length >= most) return;
    onChange([...words, next.trim()], false);
    setNext('');
  };
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  const remove = (place: number) => {
    onChange(words.toSpliced(place, 1), false);
    lastLine.current?.focus();
  };
  return (
    <fieldset className={styles['words']} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {words.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
        <div key={place} className={styles['word']}>
          <TextInput
            size="small"
            aria-label={`${label} ${place + 1}`}
            value={word}
            maxLength={maxLength}
            aria-invalid={isTwice(word, place) || undefined}
            onChange={(event) => onChange(words.toSpliced(place, 1, event.target.value), true)}
          />
          <IconButton
            label={t('remove', { name: word || `${label} ${place + 1}` })}
            size="small"
            onClick={() => remove(place)}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {words.length < most && (
        <div className={styles['word']}>
          <TextInput
            size="small"
            ref={lastLine}
            aria-label={newLabel}
            placeholder={example}
            value={next}
            maxLength={maxLength}
            onChange={(event) => setNext(event.target.value)}
            onKeyDown={addByKey}
            onBlur={add}
          />
          <IconButton label={`${t('add')}: ${newLabel}`} size="small" onClick={add}>
            <Plus size={16} />
          </IconButton>
        </div>
      )}
      <small id={`${id}-hint`}>{hint}</small>
    </fieldset>
  );
}

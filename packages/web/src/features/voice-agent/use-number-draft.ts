import { type ChangeEvent, useState } from 'react';

interface NumberDraftOptions {
  /** The last valid value as it is read. */
  text: string;
  /** The intermediate text allowed while typing a number. */
  pattern: RegExp;
  /** The number of a text; undefined while it is none that may be taken. */
  read: (text: string) => number | undefined;
  onNumber: (value: number) => void;
}

/** A field that takes valid numbers only: other keys do nothing, and leaving it shows the last valid value. */
interface NumberDraft {
  value: string;
  /** The typed text is not valid. */
  isRefusing: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Shows the last valid value again. */
  settle: () => void;
}

export function useNumberDraft({ text, pattern, read, onNumber }: NumberDraftOptions): NumberDraft {
  const [draft, setDraft] = useState<string | null>(null);
  const [isBarred, setBarred] = useState(false);
  return {
    value: draft ?? text,
    isRefusing: isBarred || (draft !== null && draft !== '' && read(draft) === undefined),
    onChange: ({ target, nativeEvent }) => {
      const next = target.value;
      const isKey = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertText';
      // After a refused key the rest of what is typed would make another number: "1.5" must not become 15.
      if (!pattern.test(next) || (isBarred && isKey)) {
        setBarred(true);
        return;
      }
      setBarred(false);
      setDraft(next);
      const value = read(next);
      if (value !== undefined) onNumber(value);
    },
    settle: () => {
      setDraft(null);
      setBarred(false);
    },
  };
}

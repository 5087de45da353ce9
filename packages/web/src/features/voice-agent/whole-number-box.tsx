import type { KeyboardEvent } from 'react';
import { useId } from 'react';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useNumberDraft } from './use-number-draft.ts';
import styles from './whole-number-box.module.css';

interface WholeNumberBoxProps {
  label: string;
  value: number;
  unit: string;
  max: number;
  onChange: (value: number) => void;
  describedBy?: string;
}

/** A small field for whole numbers of 0 or more; anything else leaves the last valid one. */
export function WholeNumberBox({ label, value, unit, max, onChange, describedBy }: WholeNumberBoxProps) {
  const t = useTexts(voiceSettingsTexts);
  const noteId = useId();
  const draft = useNumberDraft({
    text: String(value),
    pattern: /^\d*$/,
    read: (text) => (text === '' || Number(text) > max ? undefined : Number(text)),
    onNumber: onChange,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    draft.settle();
    onChange(Math.min(max, Math.max(0, Math.round(value) + step)));
  };
  const described = [describedBy, draft.isRefusing && noteId].filter(Boolean).join(' ');
  return (
    <span className={styles['box']}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-invalid={draft.isRefusing || undefined}
        aria-describedby={described || undefined}
        value={draft.value}
        onChange={draft.onChange}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onBlur={draft.settle}
      />
      <span aria-hidden="true">{unit}</span>
      {draft.isRefusing && (
        <small id={noteId} role="status" className={styles['refusal']}>
          {t('wholeNumbersOnly', { max })}
        </small>
      )}
    </span>
  );
}

import { type KeyboardEvent, useId } from 'react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useNumberDraft } from '../use-number-draft.ts';
import styles from './function-form.module.css';

interface MsFieldProps {
  label: string;
  hint: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (ms: number) => void;
}

/** A number of milliseconds beside its label; what does not fit leaves the last valid number. */
export function MsField({ label, hint, value, min, max, step, onChange }: MsFieldProps) {
  const t = useTexts(voiceFunctionTexts);
  const id = useId();
  const draft = useNumberDraft({
    text: String(value),
    pattern: /^\d{0,6}$/,
    read: (text) => (text === '' || Number(text) < min || Number(text) > max ? undefined : Number(text)),
    onNumber: onChange,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    draft.settle();
    onChange(Math.min(max, Math.max(min, value + by)));
  };
  return (
    <div className={styles['inline']}>
      <div>
        <label htmlFor={id}>{label}</label>
        <small id={`${id}-note`} data-error={draft.isRefusing || undefined}>
          {draft.isRefusing ? t('msRange', { min, max }) : hint}
        </small>
      </div>
      <span className={styles['number']}>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={`${id}-note`}
          aria-invalid={draft.isRefusing || undefined}
          value={draft.value}
          onChange={draft.onChange}
          onKeyDown={onKeyDown}
          onBlur={draft.settle}
        />
        <span>{t('ms')}</span>
      </span>
    </div>
  );
}

import type { SliderRange } from '@tendril/contract/voice/speech-ranges';
import { type KeyboardEvent, useId } from 'react';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './slider-row.module.css';
import { readSliderText, type SliderUnit, sliderText, toStep } from './slider-value.ts';
import { useNumberDraft } from './use-number-draft.ts';

interface SliderBoxProps {
  label: string;
  range: SliderRange;
  value: number;
  unit: SliderUnit;
  /** The value lies outside the range. */
  isOutside: boolean;
  onChange: (value: number) => void;
}

const numberSoFar = /^\d{0,4}([.,]\d{0,3})?$/;

/** The number of a slider as a field: valid numbers are taken, the arrow keys step. */
export function SliderBox({ label, range, value, unit, isOutside, onChange }: SliderBoxProps) {
  const t = useTexts(voiceSettingsTexts);
  const refusalId = useId();
  const draft = useNumberDraft({
    text: sliderText(value, range),
    pattern: numberSoFar,
    read: (text) => readSliderText(text, range),
    onNumber: onChange,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: range.step, ArrowDown: -range.step }[event.key];
    if (event.key === 'Enter') draft.settle();
    if (step === undefined) return;
    event.preventDefault();
    draft.settle();
    onChange(Math.min(range.max, Math.max(range.min, toStep(value + step, range))));
  };
  return (
    <span className={styles['box']} data-outside={isOutside || undefined}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={draft.isRefusing || undefined}
        aria-describedby={draft.isRefusing ? refusalId : undefined}
        value={draft.value}
        onChange={draft.onChange}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onBlur={draft.settle}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
      {draft.isRefusing && (
        <small id={refusalId} role="status" className={styles['refusal']}>
          {t('numbersOnly', { min: sliderText(range.min, range), max: sliderText(range.max, range) })}
        </small>
      )}
    </span>
  );
}

import { useId } from 'react';
import { toNumberValue } from '../../../kit/params/number-value.ts';
import { Field } from '../../../kit/ui/field.tsx';
import styles from './length-field.module.css';

interface LengthFieldProps {
  label: string;
  unit: string;
  value: unknown;
  /** The value used if the box is empty. */
  standard: number;
  min: number;
  /** Ends of the slider; the box takes more. */
  max: number;
  step: number;
  error?: string | undefined;
  onChange: (value: number | string) => void;
}

/** A length in characters: a slider, and a box for any number. */
export function LengthField({
  label,
  unit,
  value,
  standard,
  min,
  max,
  step,
  error,
  onChange,
}: LengthFieldProps) {
  const id = useId();
  const held = value === undefined || value === '' ? standard : Number(value);
  const slid = Math.min(max, Math.max(min, Number.isFinite(held) ? held : standard));
  return (
    <Field isDense label={label} htmlFor={id}>
      <div className={styles['row']}>
        <input
          type="range"
          aria-label={`${label}, ${unit}`}
          min={min}
          max={max}
          step={step}
          value={slid}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <input
          id={id}
          type="number"
          className={styles['box']}
          min={min}
          step={1}
          placeholder={String(standard)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={value === undefined ? '' : String(value)}
          onChange={(event) => onChange(toNumberValue(event.target.value))}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </Field>
  );
}

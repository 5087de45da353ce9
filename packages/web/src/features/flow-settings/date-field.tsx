import { useId } from 'react';
import { fullYear } from '../../kit/lib/full-year.ts';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './records.module.css';

interface DateFieldProps {
  label: string;
  /** `2026-01-31`, or empty. */
  value: string;
  onChange: (value: string) => void;
  isWrong?: boolean;
}

/** A day that a list begins or ends with. */
export function DateField({ label, value, onChange, isWrong = false }: DateFieldProps) {
  const id = useId();
  return (
    <div className={styles['date']}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        size="large"
        type="date"
        value={value}
        max="9999-12-31"
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.value)}
        // Not while typing: 0020 is on the way to 2026.
        onBlur={(event) => {
          const full = fullYear(event.target.value);
          if (full !== event.target.value) onChange(full);
        }}
      />
    </div>
  );
}

import { fullYear } from '../lib/full-year.ts';
import { asText, type EditorProps } from './param-props.ts';
import styles from './params.module.css';

/** A day, kept as `2026-01-31`. */
export function DateInput({ fieldId, value, onChange }: EditorProps) {
  return (
    <input
      id={fieldId}
      type="date"
      className={styles['input']}
      value={asText(value).slice(0, 10)}
      onChange={(event) => onChange(event.target.value)}
      // Not while typing: 0020 is on the way to 2026.
      onBlur={(event) => {
        const full = fullYear(event.target.value);
        if (full !== event.target.value) onChange(full);
      }}
    />
  );
}

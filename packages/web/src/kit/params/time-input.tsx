import { asText, type EditorProps } from './param-props.ts';
import styles from './params.module.css';

/** A time of day, kept as `09:30`. */
export function TimeInput({ fieldId, value, onChange }: EditorProps) {
  return (
    <input
      id={fieldId}
      type="time"
      className={styles['input']}
      value={asText(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

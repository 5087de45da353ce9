import { type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

/** A switch. */
export function BooleanInput({ fieldId, input, value, onChange }: EditorProps) {
  const held = valueOrDefault(value, input);
  const isOn = held === true || held === 'true';
  return (
    <button
      type="button"
      id={fieldId}
      role="switch"
      aria-checked={isOn}
      aria-labelledby={`${fieldId}-label`}
      className={styles['switch']}
      onClick={() => onChange(!isOn)}
    >
      <i />
    </button>
  );
}

import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Its name, unless other words on the page name it. */
  label?: string;
  /** The ids of the words that name and explain it. */
  labelledBy?: string;
  describedBy?: string | undefined;
  id?: string;
  isDisabled?: boolean;
}

/** A switch without a visible label; it has an accessible name. */
export function Switch({ isOn, onChange, label, labelledBy, describedBy, id, isDisabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      aria-checked={isOn}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={isDisabled}
      className={styles['switch']}
      onClick={() => onChange(!isOn)}
    >
      <i />
    </button>
  );
}

interface SwitchFieldProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch beside its name and a line of help. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles['row']}>
      <div>
        <span id={id}>{label}</span>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </div>
      <Switch isOn={isOn} onChange={onChange} labelledBy={id} describedBy={hint ? `${id}-hint` : undefined} />
    </div>
  );
}

import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

/** A switch without words of its own; its name is spoken. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={isDisabled}
      className={styles['switch']}
      onClick={() => onChange(!isOn)}
    >
      <i />
    </button>
  );
}

/** A switch beside its name and a line of help. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchProps & { hint?: string }) {
  const id = useId();
  return (
    <div className={styles['row']}>
      <div>
        <span id={id}>{label}</span>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={styles['switch']}
        onClick={() => onChange(!isOn)}
      >
        <i />
      </button>
    </div>
  );
}

import { useId } from 'react';
import { Switch } from '../../../kit/ui/switch.tsx';
import styles from './fields.module.css';

interface SwitchFieldProps {
  label: string;
  help?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A labelled switch. */
export function SwitchField({ label, help, isOn, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles['switchRow']}>
      <Switch
        id={id}
        isOn={isOn}
        onChange={onChange}
        labelledBy={`${id}-label`}
        describedBy={help ? `${id}-help` : undefined}
      />
      <div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the switch itself is what the keyboard reaches */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the words widen the target of the switch */}
        <span id={`${id}-label`} onClick={() => onChange(!isOn)}>
          {label}
        </span>
        {help && (
          <p id={`${id}-help`} className={styles['help']}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

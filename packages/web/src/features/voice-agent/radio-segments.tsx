import { Check } from 'lucide-react';
import { useId } from 'react';
import styles from './radio-segments.module.css';

interface RadioSegmentsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  describedBy?: string | undefined;
  /** Marks the selected one with a check if there is space. */
  hasCheck?: boolean;
}

/** A segmented control. */
export function RadioSegments<V extends string>(props: RadioSegmentsProps<V>) {
  const { label, options, value, onChange, describedBy, hasCheck = false } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-describedby={describedBy} className={styles['group']}>
      {options.map((option) => (
        <label key={option.value} className={styles['segment']}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {hasCheck && option.value === value && <Check size={16} aria-hidden />}
          {option.label}
        </label>
      ))}
    </div>
  );
}

import { type ReactNode, useId } from 'react';
import { RadioSegments } from '../radio-segments.tsx';
import styles from './function-form.module.css';

interface RadioFieldProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  hint?: ReactNode;
  onChange: (value: V) => void;
}

/** A labelled choice of one of two. */
export function RadioField<V extends string>({ label, options, value, hint, onChange }: RadioFieldProps<V>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      <RadioSegments
        label={label}
        options={options}
        value={value}
        onChange={onChange}
        describedBy={hint ? id : undefined}
        hasCheck
      />
      {hint && <small id={id}>{hint}</small>}
    </div>
  );
}

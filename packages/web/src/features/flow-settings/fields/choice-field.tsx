import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { FieldNote } from './field-note.tsx';
import styles from './fields.module.css';

interface ChoiceFieldProps {
  label: string;
  value: string;
  options: readonly { name: string; label: string }[];
  /** Given: nothing may be chosen, and this says so. */
  emptyLabel?: string;
  onChange: (name: string) => void;
  error?: string | undefined;
  hint?: string;
}

/** A labelled list of which one is chosen. */
export function ChoiceField({ label, value, options, emptyLabel, onChange, error, hint }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <SelectField
        id={id}
        value={value}
        options={options}
        emptyLabel={emptyLabel ?? ''}
        canBeEmpty={emptyLabel !== undefined}
        onChange={onChange}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

import { useId } from 'react';
import { TextBox } from '../../../kit/ui/text-box.tsx';
import { FieldNote } from './field-note.tsx';
import styles from './fields.module.css';

interface AreaFieldProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  maxLength?: number;
  rows?: number;
  placeholder?: string;
  error?: string | undefined;
  hint?: string;
}

/** A labelled text of several lines. */
export function AreaField({ label, text, onChange, error, hint, rows = 2, ...rest }: AreaFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <TextBox
        {...rest}
        grows
        id={id}
        rows={rows}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './function-form.module.css';

interface TextAreaFieldProps {
  label: string;
  /** The label is spoken only: what stands above says it already. */
  isLabelHidden?: boolean;
  value: string;
  rows: number;
  maxLength: number;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A labelled text of several lines. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, isLabelHidden = false, value, rows, maxLength, placeholder, hint, error, onChange } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {note && (
        <small id={`${id}-note`} data-error={error ? true : undefined}>
          {error && <CircleAlert size={14} aria-hidden />}
          {note}
        </small>
      )}
    </div>
  );
}

import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is wrong, shown under the field and linked to it. */
  error?: string | undefined;
  /** Help under the field. */
  hint?: ReactNode;
  /** A button inside the field, at its end. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled one-line field, 44 pixels high. */
export function TextField({ label, error, hint, trailing, id, ref, ...rest }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  return (
    <div className={styles['field']}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={styles['box']}>
        <input
          {...rest}
          ref={ref}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
        />
        {trailing}
      </div>
      {(error || hint) && (
        <div id={noteId} className={error ? styles['error'] : styles['hint']}>
          {error && <CircleAlert size={16} />}
          {error || hint}
        </div>
      )}
    </div>
  );
}

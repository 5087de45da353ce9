import type { ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** The id of what it names; absent where that has a name of its own. */
  htmlFor?: string;
  hint?: ReactNode;
  /** Its label is lower, as in forms whose fields stand close together. */
  isDense?: boolean;
  children: ReactNode;
}

/** A label over whatever is filled in, and a line of help under it. */
export function Field({ label, htmlFor, hint, isDense = false, children }: FieldProps) {
  return (
    <div className={styles['field']} data-dense={isDense || undefined}>
      {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span className={styles['label']}>{label}</span>}
      {children}
      {hint && <p className={styles['hint']}>{hint}</p>}
    </div>
  );
}

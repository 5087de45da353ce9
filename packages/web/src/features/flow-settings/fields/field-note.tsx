import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './fields.module.css';

/** What stands under a field: what is wrong with it, else help. */
export function FieldNote({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (!error && !hint) return null;
  return (
    <div id={id} className={styles[error ? 'error' : 'note']}>
      {error && <CircleAlert size={16} />}
      {error || hint}
    </div>
  );
}

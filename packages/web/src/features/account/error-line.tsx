import { CircleAlert } from 'lucide-react';
import styles from './account-form.module.css';

/** The form-level error, announced at once. */
export function ErrorLine({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className={styles['alertBox']}>
      {message && (
        <p className={styles['alert']}>
          <CircleAlert size={16} />
          {message}
        </p>
      )}
    </div>
  );
}

import { CircleAlert } from 'lucide-react';
import styles from './text-block.module.css';

interface TextBlockProps {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  rows: number;
  value: string;
  /** Words rather than code. */
  isProse?: boolean;
  onChange: (value: string) => void;
}

/** A labelled text of several lines. */
export function TextBlock({
  id,
  label,
  hint,
  error,
  rows,
  value,
  isProse = false,
  onChange,
}: TextBlockProps) {
  return (
    <div className={styles['block']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        spellCheck={isProse}
        data-prose={isProse || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {(error || hint) && (
        <p id={`${id}-note`} data-error={error ? true : undefined}>
          {error && <CircleAlert size={16} />}
          {error || hint}
        </p>
      )}
    </div>
  );
}

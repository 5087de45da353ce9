import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './card.module.css';

interface CardRowProps {
  label: string;
  /** Id of the control that the label names; without it the row is a group. */
  controlId?: string;
  error?: string | undefined;
  hint?: string | undefined;
  children: ReactNode;
}

/** A row of a card: label and value. */
export function CardRow({ label, controlId, error, hint, children }: CardRowProps) {
  return (
    <div className={styles['row']}>
      {controlId ? (
        <label htmlFor={controlId}>{label}</label>
      ) : (
        <span className={styles['label']}>{label}</span>
      )}
      <div className={styles['control']}>
        {children}
        {error && (
          <span className={styles['error']} role="alert">
            {error}
          </span>
        )}
        {!error && hint && <span className={styles['hint']}>{hint}</span>}
      </div>
    </div>
  );
}

interface TextRowProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size'> {
  label: string;
  error?: string | undefined;
  hint?: string;
  isMono?: boolean;
  onText: (text: string) => void;
}

/** A row with a text. */
export function TextRow({ label, error, hint, isMono = false, onText, id, ...rest }: TextRowProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <CardRow label={label} controlId={controlId} error={error} hint={hint}>
      <TextInput
        {...rest}
        id={controlId}
        isMono={isMono}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onText(event.target.value)}
      />
    </CardRow>
  );
}

import { Eye } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './credential-form.module.css';
import fields from './params.module.css';

const holds = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';

/** A secret value that is visible only while its button is pressed. */
export function HeldPassword({
  fieldId,
  noteId,
  isWrong,
  value,
  placeholder,
  onChange,
}: {
  fieldId: string;
  noteId: string | undefined;
  isWrong: boolean;
  value: string;
  placeholder: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTexts(secretsTexts);
  const [isShown, setShown] = useState(false);
  const hide = () => setShown(false);
  return (
    <span className={fields['box']}>
      <input
        id={fieldId}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={noteId}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles['hold']}
          aria-pressed={isShown}
          onPointerDown={() => setShown(true)}
          onPointerUp={hide}
          onPointerLeave={hide}
          onPointerCancel={hide}
          onBlur={hide}
          onKeyDown={(event) => holds(event) && setShown(true)}
          onKeyUp={hide}
          onClick={(event) => event.preventDefault()}
        >
          <Eye size={16} />
          {t('holdToShow')}
        </button>
      )}
    </span>
  );
}

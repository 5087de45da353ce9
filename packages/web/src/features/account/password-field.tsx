import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { accountTexts } from '../../kit/texts/en/account.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';

interface PasswordFieldProps {
  /** "Password" unless it is a certain one. */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: ReactNode;
}

/** A password with show and hide, and a word when Caps Lock is on. */
export function PasswordField({ label, value, onChange, autoComplete, error, hint }: PasswordFieldProps) {
  const t = useTexts(accountTexts);
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const name = label ?? t('password');
  return (
    <TextField
      label={name}
      name="password"
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      error={error}
      hint={hasCapsLock ? t('capsLock') : hint}
      trailing={
        <IconButton
          label={t(isShown ? 'hidePassword' : 'showPassword', { field: name.toLowerCase() })}
          aria-pressed={isShown}
          size="small"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={20} /> : <Eye size={20} />}
        </IconButton>
      }
    />
  );
}

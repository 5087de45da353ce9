import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';

export interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  hint?: ReactNode;
}

/** The password with show and hide, and a word when Caps Lock is on. */
export function PasswordField({ value, onChange, autoComplete, error, hint }: PasswordFieldProps) {
  const t = useTexts(loginTexts);
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      label={t('password')}
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
          label={t(isShown ? 'hidePassword' : 'showPassword')}
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

import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { TextField } from '../../kit/ui/text-field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Six digits of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  const t = useTexts(secondFactorTexts);
  return (
    <TextField
      label={t('code')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

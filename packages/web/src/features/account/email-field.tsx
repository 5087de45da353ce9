import { accountTexts } from '../../kit/texts/en/account.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { TextField } from '../../kit/ui/text-field.tsx';

interface EmailFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The address by which a person signs in. */
export function EmailField({ value, onChange, error }: EmailFieldProps) {
  const t = useTexts(accountTexts);
  return (
    <TextField
      label={t('email')}
      name="email"
      type="email"
      autoComplete="username"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

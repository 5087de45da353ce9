import { accountTexts } from '../../kit/texts/en/account.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { TextField } from '../../kit/ui/text-field.tsx';

interface NameFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

const longestName = 80;

/** The name of a person. */
export function NameField({ value, onChange, error }: NameFieldProps) {
  const t = useTexts(accountTexts);
  return (
    <TextField
      label={t('name')}
      name="name"
      autoComplete="name"
      maxLength={longestName}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

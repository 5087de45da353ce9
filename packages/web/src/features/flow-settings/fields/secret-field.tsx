import { useId } from 'react';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import { FieldNote } from './field-note.tsx';
import styles from './fields.module.css';

interface SecretFieldProps {
  label: string;
  /** Kinds of secrets that fit. */
  kinds: readonly string[];
  isOptional?: boolean;
  value: string;
  onChange: (credentialId: string) => void;
  error?: string | undefined;
}

/** A labelled choice of a stored secret. */
export function SecretField({ label, kinds, isOptional = false, value, onChange, error }: SecretFieldProps) {
  const id = useId();
  const input = {
    name: 'credential',
    label,
    type: 'credential',
    credentialNames: [...kinds],
    optional: isOptional,
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <CredentialInput fieldId={id} input={input} value={value} onChange={onChange} />
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}

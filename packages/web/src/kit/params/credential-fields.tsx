import { storedValueMask } from '@tendril/contract/api/credentials';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { ArrowUpRight } from 'lucide-react';
import { useId } from 'react';
import type { CredentialKind } from '../api/credentials.queries.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './credential-form.module.css';
import type { CredentialValues } from './credential-values.ts';
import { HeldPassword } from './held-password.tsx';
import { ParamForm } from './param-form.tsx';
import { asText } from './param-props.ts';
import fields from './params.module.css';

interface CredentialFieldsProps {
  kind: CredentialKind;
  values: CredentialValues;
  /** Stored passwords that an empty field keeps. */
  kept: readonly string[];
  errors: Readonly<Record<string, string>>;
  onChange: (changes: CredentialValues) => void;
}

/** The fields of a kind in its order; runs of plain ones are drawn as everywhere else. */
export function CredentialFields({ kind, values, kept, errors, onChange }: CredentialFieldsProps) {
  const scope = { nodeName: kind.name, nodeId: kind.name, marksMissing: false, errors };
  const firstPassword = kind.inputs.find((input) => input.type === 'password')?.name;
  return runsOf(kind.inputs).map((run) => {
    const [input] = run;
    if (input?.type !== 'password')
      return <ParamForm key={input?.name} inputs={run} values={values} scope={scope} onChange={onChange} />;
    return (
      <PasswordField
        key={input.name}
        input={input}
        value={asText(values[input.name])}
        isKept={kept.includes(input.name)}
        error={errors[input.name]}
        docs={input.name === firstPassword ? kind.docs : undefined}
        onChange={(value) => onChange({ [input.name]: value })}
      />
    );
  });
}

/** Neighbours that are no passwords stay together. */
function runsOf(inputs: readonly TemplateInput[]): TemplateInput[][] {
  const runs: TemplateInput[][] = [];
  for (const input of inputs) {
    const last = runs.at(-1);
    if (last && input.type !== 'password' && last[0]?.type !== 'password') last.push(input);
    else runs.push([input]);
  }
  return runs;
}

interface PasswordFieldProps {
  input: TemplateInput;
  value: string;
  isKept: boolean;
  error: string | undefined;
  docs: string | undefined;
  onChange: (value: string) => void;
}

function PasswordField({ input, value, isKept, error, docs, onChange }: PasswordFieldProps) {
  const t = useTexts(secretsTexts);
  const fieldId = useId();
  const noteId = `${fieldId}-note`;
  const note = error ?? (isKept ? t('keepEmpty') : input.description);
  return (
    <div className={fields['field']} data-param-field={input.name} data-missing={error ? true : undefined}>
      <span className={styles['labels']}>
        <label htmlFor={fieldId}>
          {input.label}
          {input.optional ? (
            <small>{t('optional')}</small>
          ) : (
            <b className={fields['asterisk']} aria-hidden="true">
              *
            </b>
          )}
        </label>
        {docs && (
          <a href={docs} target="_blank" rel="noreferrer">
            {t('findThis')}
            <ArrowUpRight size={16} aria-hidden="true" />
            <span className="visually-hidden">{t('newWindow')}</span>
          </a>
        )}
      </span>
      <HeldPassword
        fieldId={fieldId}
        noteId={note ? noteId : undefined}
        isWrong={error !== undefined}
        value={value}
        placeholder={isKept ? storedValueMask : input.placeholder}
        onChange={onChange}
      />
      {note && (
        <p id={noteId} role={error ? 'alert' : undefined} className={fields[error ? 'missing' : 'help']}>
          {note}
        </p>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { credentialsQuery } from '../api/credentials.queries.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { SecretInputProps } from './param-props.ts';
import styles from './params.module.css';
import { SelectField } from './select-field.tsx';

const CredentialDialog = lazy(() =>
  import('./credential-dialog.tsx').then((module) => ({ default: module.CredentialDialog })),
);

/** Chooses a stored secret of the kinds a node takes, makes a new one, or changes the chosen one. */
export function CredentialInput({ fieldId, input, value, onChange }: SecretInputProps) {
  const t = useTexts(paramTexts);
  const kinds = input.credentialNames ?? [];
  const { data = [] } = useQuery(credentialsQuery);
  const [edited, setEdited] = useState<string | null>(null);
  const options = data
    .filter((credential) => kinds.includes(credential.credentialName))
    .map(({ id, name, hint }) => ({ name: id, label: hint ? `${name} (…${hint})` : name }));
  return (
    <div className={styles['withButton']}>
      <SelectField
        id={fieldId}
        value={value}
        options={options}
        emptyLabel={t(input.optional ? 'none' : 'choose')}
        canBeEmpty
        onChange={onChange}
      />
      {value && (
        <IconButton label={t('editCredential')} onClick={() => setEdited(value)}>
          <Pencil size={16} />
        </IconButton>
      )}
      <IconButton label={t('newCredential')} onClick={() => setEdited('')}>
        <Plus size={16} />
      </IconButton>
      {edited !== null && (
        <Suspense>
          <CredentialDialog
            credentialId={edited}
            kinds={kinds}
            onClose={() => setEdited(null)}
            onStored={(id) => {
              setEdited(null);
              onChange(id);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

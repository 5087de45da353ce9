import { useQuery } from '@tanstack/react-query';
import { Link2, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { credentialKindsQuery, credentialsQuery } from '../api/credentials.queries.ts';
import { useIsPermitted, useMay } from '../state/permissions-store.ts';
import { paramTexts } from '../texts/en/params.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { PermittedIconButton } from '../ui/permitted-icon-button.tsx';
import type { SecretInputProps } from './param-props.ts';
import styles from './params.module.css';
import { SecretConnection } from './secret-connection.tsx';
import { SelectField } from './select-field.tsx';

const CredentialDialog = lazy(() =>
  import('./credential-dialog.tsx').then((module) => ({ default: module.CredentialDialog })),
);

/** What asks whether a kind of secret is a sign-in is asked of those only that may be one. */
const maySignIn = /oauth2/i;

/** Chooses a stored secret of the kinds a node takes, makes or connects a new one, or changes the chosen one. */
export function CredentialInput({ fieldId, input, value, onChange }: SecretInputProps) {
  const t = useTexts(paramTexts);
  const secrets = useTexts(secretsTexts);
  const kinds = input.credentialNames ?? [];
  const { data = [] } = useQuery({ ...credentialsQuery, enabled: useIsPermitted('credentials:read') });
  const mayChoose = useMay('credentials:read');
  const mayEdit = useIsPermitted('credentials:edit');
  const isSignIn = kinds.some((kind) => maySignIn.test(kind));
  const known = useQuery({ ...credentialKindsQuery, enabled: isSignIn && !value && mayEdit });
  const signIns = known.data?.filter(({ name, isOAuth2 }) => isOAuth2 && kinds.includes(name)) ?? [];
  const [edited, setEdited] = useState<{ id: string; kinds: readonly string[] } | null>(null);
  const chosen = data.find(({ id }) => id === value);
  const options = data
    .filter((credential) => kinds.includes(credential.credentialName))
    .map(({ id, name, hint }) => ({ name: id, label: hint ? `${name} (…${hint})` : name }));
  return (
    <>
      <div className={styles['withButton']}>
        <SelectField
          id={fieldId}
          value={value}
          options={options}
          emptyLabel={t(input.optional ? 'none' : 'choose')}
          canBeEmpty
          isDisabled={!mayChoose}
          onChange={onChange}
        />
        {value && (
          <PermittedIconButton
            needs="credentials:edit"
            label={t('editCredential')}
            onClick={() => setEdited({ id: value, kinds })}
          >
            <Pencil size={16} />
          </PermittedIconButton>
        )}
        <PermittedIconButton
          needs="credentials:edit"
          label={t('newCredential')}
          onClick={() => setEdited({ id: '', kinds })}
        >
          <Plus size={16} />
        </PermittedIconButton>
        {edited !== null && (
          <Suspense>
            <CredentialDialog
              credentialId={edited.id}
              kinds={edited.kinds}
              onClose={() => setEdited(null)}
              onStored={(id) => {
                setEdited(null);
                onChange(id);
              }}
            />
          </Suspense>
        )}
      </div>
      {!value &&
        signIns.map((kind) => (
          <PermittedButton
            key={kind.name}
            needs="credentials:edit"
            size="small"
            icon={<Link2 size={16} />}
            onClick={() => setEdited({ id: '', kinds: [kind.name] })}
          >
            {secrets('connectWith', { kind: kind.label })}
          </PermittedButton>
        ))}
      {chosen && (chosen.connection === 'none' || chosen.connection === 'again') && (
        <SecretConnection
          key={chosen.id}
          credentialId={chosen.id}
          name={chosen.name}
          connection={chosen.connection}
        />
      )}
    </>
  );
}

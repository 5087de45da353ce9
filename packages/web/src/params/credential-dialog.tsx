import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createCredential, readCredential, updateCredential } from '@tendril/contract/api/credentials';
import { listCredentialComponents } from '@tendril/contract/api/nodes';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { credentialsQuery } from '../api/credentials.queries.ts';
import { toMessage } from '../lib/to-message.ts';
import { notify } from '../state/notifier-store.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ParamForm } from './param-form.tsx';
import styles from './params.module.css';
import { SelectField } from './select-field.tsx';

interface Kind {
  name: string;
  label: string;
  description?: string | undefined;
  inputs: TemplateInput[];
}

type Values = Record<string, unknown>;
type PlainValues = Record<string, string | number | boolean>;

interface Stored {
  name: string;
  credentialName: string;
  values: Values;
}

interface CredentialDialogProps {
  /** '' for a new one. */
  credentialId: string;
  kinds: readonly string[];
  onClose: () => void;
  onStored: (credentialId: string) => void;
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

function plainValues(values: Values): PlainValues {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, PlainValues[string]] => isPlain(entry[1])),
  );
}

function startValues(kind: Kind | undefined): Values {
  return Object.fromEntries((kind?.inputs ?? []).map((input) => [input.name, input.default ?? '']));
}

function useStore({ credentialId, onStored }: CredentialDialogProps) {
  const t = useTexts(paramTexts);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, credentialName, values }: Stored) => {
      const plainDataObj = plainValues(values);
      return credentialId
        ? call(updateCredential, { params: { id: credentialId }, body: { name, plainDataObj } })
        : call(createCredential, { body: { name, credentialName, plainDataObj } });
    },
    onSuccess: async (stored) => {
      await client.invalidateQueries(credentialsQuery);
      notify(t('credentialSaved', { name: stored.name }), 'success');
      onStored(stored.id);
    },
  });
}

function CredentialForm({
  kinds,
  first,
  ...props
}: CredentialDialogProps & { first: Stored; kinds: readonly string[]; all: Kind[] }) {
  const t = useTexts(paramTexts);
  const { credentialId, onClose, all } = props;
  const { mutate, isPending, error } = useStore({ ...props, kinds });
  const offered = all.filter((kind) => kinds.includes(kind.name));
  const [kindName, setKindName] = useState(first.credentialName || (offered[0]?.name ?? ''));
  const kind = all.find((candidate) => candidate.name === kindName);
  const [name, setName] = useState(first.name);
  const [values, setValues] = useState<Values>({ ...startValues(kind), ...first.values });
  return (
    <Dialog
      isOpen
      title={t(credentialId ? 'editCredentialTitle' : 'newCredentialTitle')}
      width={520}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() =>
        mutate({ name: name.trim() || (kind?.label ?? kindName), credentialName: kindName, values })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" isBusy={isPending}>
            {t(credentialId ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className={styles['missing']}>
          {toMessage(error)}
        </p>
      )}
      {!credentialId && offered.length > 1 && (
        <SelectField
          label={t('kind')}
          value={kindName}
          options={offered}
          emptyLabel={t('choose')}
          canBeEmpty={false}
          onChange={setKindName}
        />
      )}
      {kind?.description && <p className={styles['help']}>{kind.description}</p>}
      <TextField
        label={t('name')}
        value={name}
        placeholder={kind?.label ?? ''}
        onChange={(event) => setName(event.target.value)}
      />
      <ParamForm
        inputs={kind?.inputs ?? []}
        values={values}
        scope={{ nodeName: kindName, nodeId: kindName, marksMissing: error !== null }}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
      />
    </Dialog>
  );
}

/** The form of a secret, made from its kind's declaration. */
export function CredentialDialog(props: CredentialDialogProps) {
  const t = useTexts(paramTexts);
  const { credentialId, onClose } = props;
  const kinds = useQuery({
    queryKey: ['credential-components'],
    queryFn: ({ signal }) => call(listCredentialComponents, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stored = useQuery({
    queryKey: ['credential', credentialId],
    queryFn: ({ signal }) => call(readCredential, { params: { id: credentialId }, signal }),
    enabled: credentialId !== '',
    staleTime: 0,
    gcTime: 0,
  });
  const first: Stored | undefined =
    credentialId === ''
      ? { name: '', credentialName: '', values: {} }
      : stored.data && {
          name: stored.data.name,
          credentialName: stored.data.credentialName,
          values: stored.data.plainDataObj,
        };
  if (kinds.data && first) return <CredentialForm {...props} all={kinds.data} first={first} />;
  const error = kinds.error ?? stored.error;
  const retry = () => {
    void kinds.refetch();
    if (credentialId) void stored.refetch();
  };
  return (
    <Dialog isOpen title={t(credentialId ? 'editCredentialTitle' : 'newCredentialTitle')} onClose={onClose}>
      {error ? (
        <ErrorState title={t('credentialFormFailed')} error={error} onRetry={retry} />
      ) : (
        <SkeletonList shape="rows" count={3} />
      )}
    </Dialog>
  );
}

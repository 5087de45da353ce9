import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createCredential, updateCredential } from '@tendril/contract/api/credentials';
import type { OAuth2Message } from '@tendril/contract/api/oauth2-credentials';
import { useCallback, useState } from 'react';
import { call } from '../api/call.ts';
import { type CredentialKind, credentialsQuery } from '../api/credentials.queries.ts';
import { toMessage } from '../lib/to-message.ts';
import { notify } from '../state/notifier-store.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import {
  type CredentialMode,
  type CredentialValues,
  fieldErrors,
  keptPasswords,
  missingFields,
  startValues,
  valuesToSend,
} from './credential-values.ts';
import { useSignIn } from './use-sign-in.ts';

/** The initial values of the form. */
export interface StoredCredential {
  /** '' for a new one. */
  id: string;
  name: string;
  values: CredentialValues;
}

/** What happens beside storing. */
export type CredentialIntent = 'test' | 'connect' | 'none';

interface FormParts {
  kind: CredentialKind;
  stored: StoredCredential;
  mode: CredentialMode;
  onClose: () => void;
  onStored: (credentialId: string) => void;
}

/** State of the form of a secret: its fields, what is wrong with them, storing, testing and signing in. */
export function useCredentialForm({ kind, stored, mode, onClose, onStored }: FormParts) {
  const t = useTexts(secretsTexts);
  const client = useQueryClient();
  const [storedId, setStoredId] = useState(stored.id);
  const [name, setName] = useState(stored.name);
  const [values, setValues] = useState<CredentialValues>(() => startValues(kind, stored.values));
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const kept = keptPasswords(kind, stored.values, mode);

  const end = useCallback(
    ({ credentialId, isConnected, message }: OAuth2Message) => {
      void client.invalidateQueries(credentialsQuery);
      if (!isConnected || credentialId === null) return setRefusal(message);
      notify(message, 'success');
      onStored(credentialId);
    },
    [client, onStored],
  );
  const signIn = useSignIn(end);

  const store = useMutation({
    mutationFn: (intent: CredentialIntent) => {
      const body = { name: name.trim(), plainDataObj: valuesToSend(values, kept), test: intent === 'test' };
      return storedId
        ? call(updateCredential, { params: { id: storedId }, body })
        : call(createCredential, { body: { ...body, credentialName: kind.name } });
    },
    onSuccess: async (credential, intent) => {
      await client.invalidateQueries(credentialsQuery);
      setStoredId(credential.id);
      if (intent === 'connect') return signIn.begin(credential.id);
      notify(t('stored', { name: credential.name }), 'success');
      onStored(credential.id);
    },
    onError: (error) => {
      const errors = fieldErrors(error);
      const shown = ['name', ...kind.inputs.map((input) => input.name)];
      setFound(errors);
      setRefusal(shown.some((field) => field in errors) ? null : toMessage(error));
    },
  });

  const submit = (intent: CredentialIntent) => {
    const missing = missingFields(kind, values, kept);
    const needed = missing.map((input) => [input.name, t('required', { label: input.label })]);
    const errors = { ...Object.fromEntries(needed), ...(name.trim() === '' && { name: t('nameNeeded') }) };
    setFound(errors);
    setRefusal(null);
    if (Object.keys(errors).length === 0 && !store.isPending) store.mutate(intent);
  };

  return {
    name,
    setName,
    values,
    change: (changes: CredentialValues) => setValues((before) => ({ ...before, ...changes })),
    kept,
    errors: found,
    refusal,
    /** What the running request was sent for. */
    busyWith: store.isPending ? store.variables : null,
    signIn,
    submit,
    /** A secret that is stored but not connected yet already exists. */
    close: () => (storedId === stored.id ? onClose() : onStored(storedId)),
  };
}

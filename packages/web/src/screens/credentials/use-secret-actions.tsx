import { useQueryClient } from '@tanstack/react-query';
import type { OAuth2Message } from '@tendril/contract/api/oauth2-credentials';
import { Link2, Pencil, Replace, Trash2, Zap } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { credentialsQuery } from '../../kit/api/credentials.queries.ts';
import { CredentialDialog } from '../../kit/params/credential-dialog.tsx';
import { useSignIn } from '../../kit/params/use-sign-in.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { DeleteSecretsDialog } from './delete-secrets-dialog.tsx';
import type { Secret } from './secret-list.ts';
import { useTestSecret } from './secrets.queries.ts';

/** What can be done with the secrets of the list. */
export interface SecretActions {
  add: () => void;
  open: (secret: Secret) => void;
  remove: (secrets: readonly Secret[]) => void;
  actionsOf: (secret: Secret) => MenuAction[];
  /** Ids of those whose test is running. */
  testing: ReadonlySet<string>;
  /** The open dialog; the screen draws it once. */
  dialog: ReactNode;
}

interface Opened {
  credentialId: string;
  isReplacing: boolean;
}

/** Add, edit, test, connect, replace and delete, with their dialogs and messages. */
export function useSecretActions(): SecretActions {
  const t = useTexts(secretsTexts);
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState<Opened | null>(null);
  const isAsked = query.get('add') === 'secret';
  const opened = chosen ?? (isAsked ? { credentialId: '', isReplacing: false } : null);
  const setOpened = (next: Opened | null) => {
    if (isAsked) setQuery({}, { replace: true });
    setChosen(next);
  };
  const [leaving, setLeaving] = useState<readonly Secret[] | null>(null);
  const { testing, test } = useTesting();
  const connect = useConnecting();

  const open = (secret: Secret) => setOpened({ credentialId: secret.id, isReplacing: false });
  const close = () => setOpened(null);
  const actionsOf = (secret: Secret): MenuAction[] => {
    const { kind, connection, id } = secret;
    const again = connection === 'none' ? 'connect' : 'connectAgain';
    const isTestable = kind?.isTestable && connection !== 'none';
    return [
      { id: 'edit', label: t('edit'), Icon: Pencil, needs: 'credentials:edit', onSelect: () => open(secret) },
      ...(isTestable ? [{ id: 'test', label: t('test'), Icon: Zap, onSelect: () => test(secret) }] : []),
      ...(connection
        ? [{ id: 'connect', label: t(again), Icon: Link2, onSelect: () => connect(secret) }]
        : []),
      {
        id: 'replace',
        label: t('replace'),
        Icon: Replace,
        onSelect: () => setOpened({ credentialId: id, isReplacing: true }),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'credentials:edit',
        isDanger: true,
        onSelect: () => setLeaving([secret]),
      },
    ];
  };

  return {
    add: () => setOpened({ credentialId: '', isReplacing: false }),
    open,
    remove: setLeaving,
    actionsOf,
    testing,
    dialog: (
      <>
        {opened && <CredentialDialog {...opened} onClose={close} onStored={close} />}
        {leaving && <DeleteSecretsDialog secrets={leaving} onClose={() => setLeaving(null)} />}
      </>
    ),
  };
}

/** Runs tests, several at a time, and reports each result. */
function useTesting() {
  const t = useTexts(secretsTexts);
  const { mutateAsync } = useTestSecret();
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set());
  const test = async ({ id, name }: Secret) => {
    setTesting((before) => new Set(before).add(id));
    try {
      const { lastTest } = await mutateAsync(id);
      const remark = lastTest?.message ?? '';
      if (!lastTest?.isOk) notify(t('testedBadly', { name, reason: remark }), 'error');
      else notify(t(remark ? 'testedWellRemark' : 'testedWell', { name, remark }), 'success');
    } catch (error) {
      notifyError(error);
    } finally {
      setTesting((before) => new Set([...before].filter((other) => other !== id)));
    }
  };
  return { testing, test };
}

/** Signs in with the provider directly from the list. */
function useConnecting() {
  const client = useQueryClient();
  const end = useCallback(
    ({ isConnected, message }: OAuth2Message) => {
      void client.invalidateQueries(credentialsQuery);
      notify(message, isConnected ? 'success' : 'error');
    },
    [client],
  );
  const signIn = useSignIn(end);
  return ({ id }: Secret) => {
    signIn.begin(id).catch(notifyError);
  };
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { proveIdentity } from '@tendril/contract/api/second-factors';
import { proveByProvider } from '@tendril/contract/api/sign-in-providers';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { accountChecks } from '../account/account-checks.ts';
import { PasswordField } from '../account/password-field.tsx';
import { toFormErrors } from '../account/use-account-form.ts';
import { askPasskey, isDeviceError } from './ask-passkey.ts';
import { CodeField } from './code-field.tsx';
import { factorsQuery } from './factors.queries.ts';
import styles from './second-factors.module.css';
import { visitProvider } from './visit-provider.ts';

type Way = 'passkey' | 'password' | 'code' | 'provider';

/** Asks once more who sits here, by whatever the person has. */
export function ProofDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const t = useTexts(secondFactorTexts);
  const ways = useWays();
  const [chosen, setChosen] = useState<Way>();
  const by = chosen ?? ways[0]?.value ?? 'password';
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string>();
  const prove = useProof(() => onClose(true));
  const isTyped = by === 'password' || by === 'code';
  const errors = prove.error ? toFormErrors(prove.error, ['password', 'code']) : {};
  const error = missing ?? (isTyped ? errors[by] : undefined);
  const choose = (way: Way) => {
    setChosen(way);
    setText('');
    setMissing(undefined);
    prove.reset();
  };
  const submit = () => {
    const isEmpty = isTyped && text.trim() === '';
    setMissing(isEmpty ? (by === 'password' ? accountChecks.password('') : t('needCode')) : undefined);
    if (!isEmpty) prove.mutate({ by, text });
  };
  return (
    <FormDialog
      title={t('proofTitle')}
      submitLabel={t('confirm')}
      isBusy={prove.isPending && by !== 'provider'}
      problem={
        prove.error && !error && (isDeviceError(prove.error) ? t('passkeyFailed') : toMessage(prove.error))
      }
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      <div className={styles['steps']}>
        <p>{t('proofHelp')}</p>
        <Segmented label={t('proofWith')} value={by} segments={ways} onChange={choose} />
        {by === 'password' && (
          <PasswordField value={text} onChange={setText} autoComplete="current-password" error={error} />
        )}
        {by === 'code' && <CodeField value={text} onChange={setText} error={error} />}
        {by === 'passkey' && <p>{t('proofPasskeyHelp')}</p>}
        {by === 'provider' && (
          <p role="status">{t(prove.isPending ? 'proofWaiting' : 'proofProviderHelp')}</p>
        )}
      </div>
    </FormDialog>
  );
}

/** What the person can prove their identity with; both of what most have until that is known. */
function useWays(): { value: Way; label: string }[] {
  const t = useTexts(secondFactorTexts);
  const { data } = useQuery(factorsQuery);
  const has: Record<Way, boolean> = {
    passkey: (data?.passkeys.length ?? 0) > 0,
    password: data?.hasPassword ?? true,
    code: !data || data.totpSince !== null || data.recoveryCodesLeft > 0 || data.hasPassword,
    provider: (data?.identities.length ?? 0) > 0 && (data?.providers.length ?? 0) > 0,
  };
  const labels: Record<Way, string> = {
    password: t('proofByPassword'),
    passkey: t('proofByPasskey'),
    code: t('proofByCode'),
    provider: t('proofByProvider'),
  };
  return (Object.keys(labels) as Way[])
    .filter((way) => has[way])
    .map((way) => ({ value: way, label: labels[way] }));
}

function useProof(onProved: () => void) {
  const { data } = useQuery(factorsQuery);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function goToProvider(): Promise<void> {
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    const { identities = [], providers = [] } = data ?? {};
    const own = providers.find(({ name }) => identities.some(({ providerName }) => providerName === name));
    const outcome = await visitProvider(proveByProvider, own?.id ?? '', controller.signal);
    if (outcome === 'blocked') throw new Error(say(secondFactorTexts, 'windowBlocked'));
    if (outcome !== 'proved') throw new Error(say(secondFactorTexts, 'outcomeFailed'));
  }

  return useMutation({
    async mutationFn({ by, text }: { by: Way; text: string }) {
      if (by === 'provider') return goToProvider();
      if (by === 'passkey') return call(proveIdentity, { body: { passkey: await askPasskey() } });
      return call(proveIdentity, { body: by === 'password' ? { password: text } : { code: text } });
    },
    onSuccess: onProved,
  });
}

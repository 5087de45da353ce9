import { useMutation } from '@tanstack/react-query';
import type { authStatus, StoredUser } from '@tendril/contract/api/auths';
import type { Answer } from '@tendril/contract/api/endpoint';
import { passkeySignIn } from '@tendril/contract/api/passkeys';
import { beginProviderSignIn } from '@tendril/contract/api/sign-in-providers';
import { Fingerprint, LogIn } from 'lucide-react';
import { ErrorLine } from '../../features/account/error-line.tsx';
import { askPasskey, isDeviceError, knowsPasskeys } from '../../features/second-factors/ask-passkey.ts';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './other-ways.module.css';

interface OtherWaysProps {
  status: Pick<Answer<typeof authStatus>, 'providers' | 'isPasswordOff'>;
  invite: string | null;
  /** Signed in with a passkey. */
  onDone: (answer: { data: StoredUser }) => unknown;
}

/** The ways to sign in beside a password: passkeys and providers. */
export function OtherWays({ status: { providers, isPasswordOff }, invite, onDone }: OtherWaysProps) {
  const t = useTexts(loginTexts);
  const passkey = useMutation({
    mutationFn: async () => call(passkeySignIn, { body: await askPasskey() }),
    onSuccess: (answer) => void onDone(answer),
  });
  const provider = useMutation({
    mutationFn: (id: string) =>
      call(beginProviderSignIn, { params: { id }, body: invite === null ? {} : { invite } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const hasPasskeys = !isPasswordOff && invite === null && knowsPasskeys();
  if (!hasPasskeys && providers.length === 0) return null;
  const error = passkey.error ?? provider.error;
  return (
    <div className={styles['ways']}>
      {!isPasswordOff && <p className={styles['or']}>{t('or')}</p>}
      {error && <ErrorLine message={isDeviceError(error) ? t('passkeyFailed') : toMessage(error)} />}
      {hasPasskeys && (
        <Button
          size="large"
          isFullWidth
          icon={<Fingerprint size={20} />}
          isBusy={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {t('withPasskey')}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          icon={<LogIn size={20} />}
          size="large"
          isFullWidth
          isBusy={provider.variables === id && (provider.isPending || provider.isSuccess)}
          onClick={() => provider.mutate(id)}
        >
          {t('withProvider', { name })}
        </Button>
      ))}
    </div>
  );
}

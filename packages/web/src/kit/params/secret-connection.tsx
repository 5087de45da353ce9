import { useQueryClient } from '@tanstack/react-query';
import type { OAuth2Message } from '@tendril/contract/api/oauth2-credentials';
import { Link2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { credentialsQuery } from '../api/credentials.queries.ts';
import { toMessage } from '../lib/to-message.ts';
import { notify } from '../state/notifier-store.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { PermittedButton } from '../ui/permitted-button.tsx';
import styles from './params.module.css';
import { SignInWait } from './sign-in-wait.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SecretConnectionProps {
  credentialId: string;
  name: string;
  /** Whether somebody has signed in with the provider; 'again' where it has to be done once more. */
  connection: 'none' | 'again';
}

/** Says that a chosen secret is not connected, and connects it in a window: the form around it stays as it is. */
export function SecretConnection({ credentialId, name, connection }: SecretConnectionProps) {
  const t = useTexts(secretsTexts);
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const end = useCallback(
    ({ isConnected, message }: OAuth2Message) => {
      if (isConnected) notify(message, 'success');
      else setRefusal(message);
      void client.invalidateQueries(credentialsQuery);
    },
    [client],
  );
  const signIn = useSignIn(end);
  const begin = () => {
    setRefusal(null);
    signIn.begin(credentialId).catch((error: unknown) => setRefusal(toMessage(error)));
  };
  return (
    <div className={styles['connection']}>
      <p role={refusal ? 'alert' : undefined}>
        {refusal ?? t(connection === 'again' ? 'signInExpired' : 'signInMissing', { name })}
      </p>
      {signIn.waitingAt === null ? (
        <PermittedButton needs="credentials:edit" size="small" icon={<Link2 size={16} />} onClick={begin}>
          {t(connection === 'again' ? 'connectAgain' : 'connect')}
        </PermittedButton>
      ) : (
        <SignInWait signIn={signIn} />
      )}
    </div>
  );
}

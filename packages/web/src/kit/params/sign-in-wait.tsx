import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import styles from './credential-form.module.css';
import type { SignIn } from './use-sign-in.ts';

/** Shows that the user is signing in with the provider, and reopens the window if it was closed or blocked. */
export function SignInWait({ signIn }: { signIn: SignIn }) {
  const t = useTexts(secretsTexts);
  if (signIn.waitingAt === null) return null;
  return (
    <div role="status" className={styles['waiting']}>
      <p>{t(signIn.isBlocked ? 'blocked' : 'waiting')}</p>
      {signIn.isBlocked ? (
        <a href={signIn.waitingAt} target="_blank" rel="noreferrer">
          {t('openSignIn')}
        </a>
      ) : (
        <Button size="small" onClick={signIn.openAgain}>
          {t('openAgain')}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={signIn.stop}>
        {t('stopWaiting')}
      </Button>
    </div>
  );
}

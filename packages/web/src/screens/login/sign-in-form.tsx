import { login } from '@tendril/contract/api/auths';
import { Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { accountChecks } from '../../features/account/account-checks.ts';
import { AccountForm } from '../../features/account/account-form.tsx';
import { EmailField } from '../../features/account/email-field.tsx';
import { PasswordField } from '../../features/account/password-field.tsx';
import { call } from '../../kit/api/call.ts';
import { lostSessionKey } from '../../kit/api/end-session.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './sign-in-form.module.css';
import { useSignIn } from './use-sign-in.ts';

const passwordCommand = 'npm run tendril -- password EMAIL';

interface SignInFormProps {
  onFactorRequired: () => void;
  /** Other ways to sign in. */
  foot?: ReactNode;
}

/** Email and password. */
export function SignInForm({ onFactorRequired, foot }: SignInFormProps) {
  const t = useTexts(loginTexts);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wasSignedOut] = useState(() => sessionStorage.getItem(lostSessionKey) !== null);
  const form = useSignIn(
    () => ({
      // Whatever stands there may be somebody's: only the server knows.
      email: email.trim() === '' ? accountChecks.email(email) : undefined,
      password: accountChecks.password(password),
    }),
    () => call(login, { body: { email, password } }),
    onFactorRequired,
  );
  return (
    <AccountForm
      form={form}
      place="page"
      title={t('signIn')}
      help={t('signInHelp')}
      notice={
        wasSignedOut &&
        !form.errors.form && (
          <p className={styles['info']} role="status">
            <Info size={16} />
            {t('signedOut')}
          </p>
        )
      }
      submitLabel={t('signIn')}
      foot={
        <>
          {foot}
          <details className={styles['help']}>
            <summary>{t('forgotten')}</summary>
            <p>
              {t('forgottenHelp')} <code>{passwordCommand}</code>
            </p>
          </details>
        </>
      }
    >
      <EmailField value={email} onChange={setEmail} error={form.errors.email} />
      <PasswordField
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={form.errors.password}
      />
    </AccountForm>
  );
}

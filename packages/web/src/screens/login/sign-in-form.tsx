import { login } from '@tendril/contract/api/auths';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { lostSessionKey } from '../../kit/api/end-session.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './form.module.css';
import { FormAlert } from './form-alert.tsx';
import { PasswordField } from './password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

const passwordCommand = 'npm run tendril -- password EMAIL';

/** Email and password (AUTH-03). */
export function SignInForm() {
  const t = useTexts(loginTexts);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wasSignedOut] = useState(() => sessionStorage.getItem(lostSessionKey) !== null);
  const form = useAuthForm(
    () => ({
      ...(email.trim() === '' && { email: t('needEmail') }),
      ...(password === '' && { password: t('needPassword') }),
    }),
    () => call(login, { body: { email, password } }),
  );
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <div className={styles['head']}>
        <h1>{t('signIn')}</h1>
        <p>{t('signInHelp')}</p>
      </div>
      {wasSignedOut && !form.errors.form && (
        <p className={styles['info']} role="status">
          <Info size={16} />
          {t('signedOut')}
        </p>
      )}
      <FormAlert message={form.errors.form} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={form.errors.email}
      />
      <PasswordField
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={form.errors.password}
      />
      <Button
        type="submit"
        look="primary"
        size="large"
        isFullWidth
        isBusy={form.isBusy}
        className={styles['submit'] ?? ''}
      >
        {t('signIn')}
      </Button>
      <details className={styles['help']}>
        <summary>{t('forgotten')}</summary>
        <p>
          {t('forgottenHelp')} <code>{passwordCommand}</code>
        </p>
      </details>
    </form>
  );
}

import { registerOwner } from '@tendril/contract/api/auths';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './form.module.css';
import { FormAlert } from './form-alert.tsx';
import { newPasswordError } from './new-password-error.ts';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Name, email and password of the first account (SP-08). */
export function OwnerForm() {
  const t = useTexts(loginTexts);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const form = useAuthForm(
    () => ({
      ...(name.trim() === '' && { name: t('needName') }),
      ...(!/^\S+@\S+$/.test(email.trim()) && { email: t('needEmail') }),
      ...newPasswordError(password, email.trim()),
    }),
    () => call(registerOwner, { body: { name, email, password } }),
  );
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <div className={styles['head']}>
        <h1>{t('ownerTitle')}</h1>
        <p>{t('ownerHelp')}</p>
      </div>
      <FormAlert message={form.errors.form} />
      <TextField
        label={t('name')}
        name="name"
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={form.errors.name}
      />
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
        autoComplete="new-password"
        error={form.errors.password}
        hint={<StrengthMeter password={password} />}
      />
      <Button
        type="submit"
        look="primary"
        size="large"
        isFullWidth
        isBusy={form.isBusy}
        className={styles['submit'] ?? ''}
      >
        {t('createAccount')}
      </Button>
      <p className={styles['note']}>{t('noMail')}</p>
    </form>
  );
}

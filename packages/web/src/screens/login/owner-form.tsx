import { registerOwner } from '@tendril/contract/api/auths';
import { useState } from 'react';
import { accountChecks } from '../../features/account/account-checks.ts';
import { AccountForm } from '../../features/account/account-form.tsx';
import { EmailField } from '../../features/account/email-field.tsx';
import { NameField } from '../../features/account/name-field.tsx';
import { PasswordField } from '../../features/account/password-field.tsx';
import { call } from '../../kit/api/call.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './sign-in-form.module.css';
import { StrengthMeter } from './strength-meter.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Name, email and password of the first account. */
export function OwnerForm() {
  const t = useTexts(loginTexts);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const form = useSignIn(
    () => ({
      name: accountChecks.name(name),
      email: accountChecks.email(email),
      password: accountChecks.newPassword(password, email.trim()),
    }),
    () => call(registerOwner, { body: { name, email, password } }),
    () => undefined,
  );
  return (
    <AccountForm
      form={form}
      place="page"
      title={t('ownerTitle')}
      help={t('ownerHelp')}
      submitLabel={t('createAccount')}
      foot={<p className={styles['note']}>{t('noMail')}</p>}
    >
      <NameField value={name} onChange={setName} error={form.errors.name} />
      <EmailField value={email} onChange={setEmail} error={form.errors.email} />
      <PasswordField
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={form.errors.password}
        hint={<StrengthMeter password={password} />}
      />
    </AccountForm>
  );
}

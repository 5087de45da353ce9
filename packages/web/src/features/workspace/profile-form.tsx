import type { OwnProfile } from '@tendril/contract/api/auths';
import { useState } from 'react';
import { notify } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { accountChecks } from '../account/account-checks.ts';
import { AccountForm } from '../account/account-form.tsx';
import { EmailField } from '../account/email-field.tsx';
import { NameField } from '../account/name-field.tsx';
import { PasswordField } from '../account/password-field.tsx';
import { useAccountForm } from '../account/use-account-form.ts';
import { useSaveProfile } from './profile.queries.ts';

/** Name and email; another email wants the password. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useTexts(workspaceTexts);
  const save = useSaveProfile();
  const [name, setName] = useState(profile.name);
  const [email, setEmail] = useState(profile.email);
  const [currentPassword, setPassword] = useState('');
  const isOtherEmail = email.trim().toLowerCase() !== profile.email;
  const form = useAccountForm({
    fields: ['name', 'email', 'currentPassword'],
    check: () => ({
      name: accountChecks.name(name),
      email: accountChecks.email(email),
      currentPassword: isOtherEmail && currentPassword === '' ? t('needPassword') : undefined,
    }),
    request: () => save.mutateAsync({ name, email, ...(isOtherEmail && { currentPassword }) }),
    onDone({ data }) {
      setName(data.name);
      setEmail(data.email);
      setPassword('');
      notify(t('accountSaved'), 'success');
    },
  });
  return (
    <AccountForm form={form} place="part" title={t('account')} submitLabel={t('saveAccount')}>
      <NameField value={name} onChange={setName} error={form.errors.name} />
      <EmailField value={email} onChange={setEmail} error={form.errors.email} />
      {isOtherEmail && (
        <PasswordField
          label={t('passwordForEmail')}
          hint={t('passwordForEmailHint')}
          autoComplete="current-password"
          value={currentPassword}
          onChange={setPassword}
          error={form.errors.currentPassword}
        />
      )}
    </AccountForm>
  );
}

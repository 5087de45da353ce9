import { fewestPasswordCharacters } from '@tendril/contract/password-rule';
import { useState } from 'react';
import { notify } from '../../kit/state/notifier-store.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { accountChecks } from '../account/account-checks.ts';
import { AccountForm } from '../account/account-form.tsx';
import { PasswordField } from '../account/password-field.tsx';
import { useAccountForm } from '../account/use-account-form.ts';
import { useChangePassword } from './profile.queries.ts';

/** A new password for the present one. */
export function PasswordForm() {
  const t = useTexts(workspaceTexts);
  const change = useChangePassword();
  const email = useSession(({ user }) => user?.email);
  const [currentPassword, setPresent] = useState('');
  const [newPassword, setNew] = useState('');
  const isSame = newPassword !== '' && newPassword === currentPassword;
  const form = useAccountForm({
    fields: ['currentPassword', 'newPassword'],
    check: () => ({
      currentPassword: currentPassword === '' ? t('needPassword') : undefined,
      newPassword: isSame ? t('samePassword') : accountChecks.newPassword(newPassword, email),
    }),
    request: () => change.mutateAsync({ currentPassword, newPassword }),
    onDone() {
      setPresent('');
      setNew('');
      notify(t('passwordChanged'), 'success');
    },
  });
  return (
    <AccountForm
      form={form}
      place="part"
      title={t('password')}
      submitLabel={t('changePassword')}
      isMain={false}
    >
      <PasswordField
        label={t('presentPassword')}
        autoComplete="current-password"
        value={currentPassword}
        onChange={setPresent}
        error={form.errors.currentPassword}
      />
      <PasswordField
        label={t('newPassword')}
        hint={t('newPasswordHint', { count: fewestPasswordCharacters })}
        autoComplete="new-password"
        value={newPassword}
        onChange={setNew}
        error={form.errors.newPassword}
      />
    </AccountForm>
  );
}

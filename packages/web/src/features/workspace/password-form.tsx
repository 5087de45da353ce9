import { fewestPasswordCharacters, findPasswordFault } from '@tendril/contract/password-rule';
import { useState } from 'react';
import { notify } from '../../kit/state/notifier-store.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { fieldError } from './field-error.ts';
import { HiddenField } from './hidden-field.tsx';
import { useChangePassword } from './profile.queries.ts';
import styles from './workspace.module.css';

const count = fewestPasswordCharacters;
const faultTexts = { short: 'shortPassword', common: 'commonPassword', address: 'addressPassword' } as const;

/** A new password for the present one. */
export function PasswordForm() {
  const t = useTexts(workspaceTexts);
  const change = useChangePassword();
  const email = useSession(({ user }) => user?.email);
  const [currentPassword, setPresent] = useState('');
  const [newPassword, setNew] = useState('');
  const [missing, setMissing] = useState<Partial<Record<'currentPassword' | 'newPassword', string>>>({});
  const submit = () => {
    if (change.isPending) return;
    const fault = findPasswordFault(newPassword, email);
    const found = {
      ...(currentPassword === '' && { currentPassword: t('needPassword') }),
      ...(fault && { newPassword: t(faultTexts[fault], { count }) }),
      ...(newPassword !== '' && newPassword === currentPassword && { newPassword: t('samePassword') }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess() {
          setPresent('');
          setNew('');
          notify(t('passwordChanged'), 'success');
        },
      },
    );
  };
  return (
    <form
      className={styles['form']}
      noValidate
      aria-labelledby="workspace-password"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3 id="workspace-password">{t('password')}</h3>
      <HiddenField
        label={t('presentPassword')}
        autoComplete="current-password"
        maxLength={128}
        value={currentPassword}
        onChange={(event) => setPresent(event.target.value)}
        error={missing.currentPassword ?? fieldError(change.error, 'currentPassword')}
      />
      <HiddenField
        label={t('newPassword')}
        hint={t('newPasswordHint', { count })}
        autoComplete="new-password"
        maxLength={128}
        value={newPassword}
        onChange={(event) => setNew(event.target.value)}
        error={missing.newPassword ?? fieldError(change.error, 'newPassword', ['currentPassword'])}
      />
      <Button type="submit" isBusy={change.isPending}>
        {t('changePassword')}
      </Button>
    </form>
  );
}

import type { OwnProfile } from '@tendril/contract/api/auths';
import { useState } from 'react';
import { notify } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { fieldError } from './field-error.ts';
import { HiddenField } from './hidden-field.tsx';
import { useSaveProfile } from './profile.queries.ts';
import styles from './workspace.module.css';

/** Name and email; another email wants the password. */
export function AccountForm({ profile }: { profile: OwnProfile }) {
  const t = useTexts(workspaceTexts);
  const save = useSaveProfile();
  const [name, setName] = useState(profile.name);
  const [email, setEmail] = useState(profile.email);
  const [currentPassword, setPassword] = useState('');
  const [missing, setMissing] = useState<Partial<Record<'name' | 'email' | 'currentPassword', string>>>({});
  const isOtherEmail = email.trim().toLowerCase() !== profile.email;
  const submit = () => {
    if (save.isPending) return;
    const found = {
      ...(name.trim() === '' && { name: t('needName') }),
      ...(!/^\S+@\S+$/.test(email.trim()) && { email: t('needEmail') }),
      ...(isOtherEmail && currentPassword === '' && { currentPassword: t('needPassword') }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    save.mutate(
      { name, email, ...(isOtherEmail && { currentPassword }) },
      {
        onSuccess({ data }) {
          setName(data.name);
          setEmail(data.email);
          setPassword('');
          notify(t('accountSaved'), 'success');
        },
      },
    );
  };
  return (
    <form
      className={styles['form']}
      noValidate
      aria-labelledby="workspace-account"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3 id="workspace-account">{t('account')}</h3>
      <TextField
        label={t('name')}
        autoComplete="name"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={missing.name ?? fieldError(save.error, 'name', ['email', 'currentPassword'])}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={missing.email ?? fieldError(save.error, 'email')}
      />
      {isOtherEmail && (
        <HiddenField
          label={t('passwordForEmail')}
          hint={t('passwordForEmailHint')}
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setPassword(event.target.value)}
          error={missing.currentPassword ?? fieldError(save.error, 'currentPassword')}
        />
      )}
      <Button type="submit" look="primary" isBusy={save.isPending}>
        {t('saveAccount')}
      </Button>
    </form>
  );
}

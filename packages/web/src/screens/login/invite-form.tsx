import { acceptInvitation, type authStatus } from '@tendril/contract/api/auths';
import type { Answer } from '@tendril/contract/api/endpoint';
import { fewestPasswordCharacters } from '@tendril/contract/password-rule';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api/call.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './form.module.css';
import { FormAlert } from './form-alert.tsx';
import { PasswordField } from './password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface InviteFormProps {
  token: string;
  invitation: NonNullable<Answer<typeof authStatus>['invitation']>;
}

/** Name, email and password of an invited person. */
export function InviteForm({ token, invitation }: InviteFormProps) {
  const t = useTexts(loginTexts);
  const navigate = useNavigate();
  const present = useSession((session) => session.user);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const form = useAuthForm(
    () => ({
      ...(name.trim() === '' && { name: t('needName') }),
      ...(!/^\S+@\S+$/.test(email.trim()) && { email: t('needEmail') }),
      ...(password === '' && { password: t('needPassword') }),
    }),
    async () => {
      const answer = await call(acceptInvitation, { body: { token, name, email, password } });
      // Somebody else may have been signed in here: nothing of that is left.
      queryClient.clear();
      await navigate('/', { replace: true });
      return answer;
    },
  );
  const { workspaceName, invitedBy, expiresAt } = invitation;
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <div className={styles['head']}>
        <h1>{t('joinTitle', { workspace: workspaceName })}</h1>
        <p>
          {invitedBy === null ? t('joinHelp') : t('joinInvited', { name: invitedBy })}{' '}
          {t('joinEnds', { time: relativeTime(expiresAt) })}
        </p>
      </div>
      {present && <p className={styles['note']}>{t('joinSignedIn', { email: present.email })}</p>}
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
        hint={t('joinPasswordHint', { count: fewestPasswordCharacters })}
      />
      <Button
        type="submit"
        look="primary"
        size="large"
        isFullWidth
        isBusy={form.isBusy}
        className={styles['submit'] ?? ''}
      >
        {t('join')}
      </Button>
    </form>
  );
}

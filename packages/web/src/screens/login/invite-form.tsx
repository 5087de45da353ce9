import { acceptInvitation, type authStatus } from '@tendril/contract/api/auths';
import type { Answer } from '@tendril/contract/api/endpoint';
import { fewestPasswordCharacters } from '@tendril/contract/password-rule';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountChecks } from '../../features/account/account-checks.ts';
import { AccountForm } from '../../features/account/account-form.tsx';
import { EmailField } from '../../features/account/email-field.tsx';
import { NameField } from '../../features/account/name-field.tsx';
import { PasswordField } from '../../features/account/password-field.tsx';
import { call } from '../../kit/api/call.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './sign-in-form.module.css';
import { useSignIn } from './use-sign-in.ts';

interface InviteFormProps {
  token: string;
  onFactorRequired: () => void;
  /** Other ways to join. */
  foot?: ReactNode;
  invitation: NonNullable<Answer<typeof authStatus>['invitation']>;
}

/** Name, email and password of an invited person. */
export function InviteForm({ token, invitation, onFactorRequired, foot }: InviteFormProps) {
  const t = useTexts(loginTexts);
  const navigate = useNavigate();
  const present = useSession((session) => session.user);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const form = useSignIn(
    () => ({
      name: accountChecks.name(name),
      email: accountChecks.email(email),
      password: accountChecks.password(password),
    }),
    async () => {
      const answer = await call(acceptInvitation, { body: { token, name, email, password } });
      // Someone else may have been signed in here: nothing of that session remains.
      queryClient.clear();
      await navigate('/', { replace: true });
      return answer;
    },
    onFactorRequired,
  );
  const { workspaceName, invitedBy, expiresAt } = invitation;
  return (
    <AccountForm
      form={form}
      place="page"
      title={t('joinTitle', { workspace: workspaceName })}
      help={
        <>
          {invitedBy === null ? t('joinHelp') : t('joinInvited', { name: invitedBy })}{' '}
          {t('joinEnds', { time: relativeTime(expiresAt) })}
        </>
      }
      notice={present && <p className={styles['note']}>{t('joinSignedIn', { email: present.email })}</p>}
      submitLabel={t('join')}
      foot={foot}
    >
      <NameField value={name} onChange={setName} error={form.errors.name} />
      <EmailField value={email} onChange={setEmail} error={form.errors.email} />
      <PasswordField
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={form.errors.password}
        hint={t('joinPasswordHint', { count: fewestPasswordCharacters })}
      />
    </AccountForm>
  );
}

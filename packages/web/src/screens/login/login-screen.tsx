import { queryOptions, useQuery } from '@tanstack/react-query';
import { authStatus } from '@tendril/contract/api/auths';
import type { Answer } from '@tendril/contract/api/endpoint';
import { Link, useSearchParams } from 'react-router';
import { ErrorLine } from '../../features/account/error-line.tsx';
import { call } from '../../kit/api/call.ts';
import { useDisplay } from '../../kit/state/display-store.ts';
import { defaultPath, useSession } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Logo } from '../../kit/theme/logo.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import { ThemeSwitch } from '../../kit/ui/theme-switch.tsx';
import { FlowPicture } from './flow-picture.tsx';
import { InviteForm } from './invite-form.tsx';
import styles from './login-screen.module.css';
import { OwnerForm } from './owner-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const statusQuery = (invite: string | null) =>
  queryOptions({
    queryKey: ['auth-status', invite],
    queryFn: ({ signal }) => call(authStatus, { query: invite === null ? {} : { invite }, signal }),
  });

const maxTokenLength = 100;

/** The start page: the owner form on a fresh installation, else the sign-in form. */
export function LoginScreen() {
  const t = useTexts(loginTexts);
  const isDarkMode = useDisplay((display) => display.isDarkMode);
  const [search] = useSearchParams();
  const invite = search.get('invite')?.slice(0, maxTokenLength) ?? null;
  const status = useQuery(statusQuery(invite));
  usePageTitle(t('signIn'));
  return (
    <div className={styles['page']}>
      <aside className={styles['picture']}>
        <div className={styles['logo']}>
          <Logo isOpen isDarkMode={isDarkMode} />
        </div>
        <FlowPicture />
        <div className={styles['promise']}>
          <p className={styles['line']}>{t('promise')}</p>
          <p>{t('promiseHelp')}</p>
        </div>
      </aside>
      <main className={styles['form']}>
        <div className={styles['smallLogo']}>
          <Logo isOpen isDarkMode={isDarkMode} />
        </div>
        <div className={styles['card']} aria-busy={status.isPending}>
          {status.isError && (
            <ErrorState title={t('statusFailed')} error={status.error} onRetry={() => status.refetch()} />
          )}
          {status.data && <StartForm status={status.data} invite={invite} />}
        </div>
        <div className={styles['foot']}>
          <ThemeSwitch />
        </div>
      </main>
    </div>
  );
}

function StartForm({ status, invite }: { status: Answer<typeof authStatus>; invite: string | null }) {
  const t = useTexts(loginTexts);
  const present = useSession((session) => session.user);
  if (!status.hasOwner) return <OwnerForm />;
  if (invite !== null && status.invitation)
    return <InviteForm token={invite} invitation={status.invitation} />;
  return (
    <>
      {invite !== null && <ErrorLine message={t('deadInvitation')} />}
      {present ? <Link to={defaultPath}>{t('goOn')}</Link> : <SignInForm />}
    </>
  );
}

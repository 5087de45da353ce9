import { queryOptions, useQuery } from '@tanstack/react-query';
import { authStatus, type StoredUser } from '@tendril/contract/api/auths';
import type { Answer } from '@tendril/contract/api/endpoint';
import { providerOutcomeParameter } from '@tendril/contract/api/sign-in-providers';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ErrorLine } from '../../features/account/error-line.tsx';
import { call } from '../../kit/api/call.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { useDisplay } from '../../kit/state/display-store.ts';
import { defaultPath, useSession } from '../../kit/state/session-store.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Logo } from '../../kit/theme/logo.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ThemeSwitch } from '../../kit/ui/theme-switch.tsx';
import { FlowPicture } from './flow-picture.tsx';
import { InviteForm } from './invite-form.tsx';
import styles from './login-screen.module.css';
import { OtherWays } from './other-ways.tsx';
import { OwnerForm } from './owner-form.tsx';
import { ProviderReturn } from './provider-return.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { enter } from './use-sign-in.ts';

/** Few need it: loaded when it is asked for. */
const CodeForm = lazy(() =>
  import('../../features/second-factors/code-form.tsx').then((module) => ({ default: module.CodeForm })),
);

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
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const outcome = search.get(providerOutcomeParameter);
  const [isCodeAsked, setCodeAsked] = useState(outcome === 'code');
  const finish = useCallback(
    async ({ data }: { data: StoredUser }) => {
      // Someone else may have been signed in here: nothing of that session remains.
      queryClient.clear();
      if (invite !== null || outcome !== null) await navigate('/', { replace: true });
      await enter(data);
    },
    [invite, outcome, navigate],
  );
  const startOver = () => {
    setSearch({});
    setCodeAsked(false);
  };
  if (isCodeAsked)
    return (
      <Suspense fallback={<SkeletonList count={2} />}>
        <CodeForm onDone={finish} onStartOver={startOver} />
      </Suspense>
    );
  const askForCode = () => setCodeAsked(true);
  if (!status.hasOwner) return <OwnerForm />;
  const ways = <OtherWays status={status} invite={invite} onDone={finish} />;
  if (invite !== null && status.invitation)
    return (
      <InviteForm token={invite} invitation={status.invitation} onFactorRequired={askForCode} foot={ways} />
    );
  return (
    <div className={styles['parts']}>
      {invite !== null && <ErrorLine message={t('deadInvitation')} />}
      {outcome !== null && <ProviderReturn outcome={outcome} onDone={finish} />}
      {outcome !== 'done' && <Entrance status={status} ways={ways} onFactorRequired={askForCode} />}
    </div>
  );
}

interface EntranceProps {
  status: Answer<typeof authStatus>;
  ways: ReactNode;
  onFactorRequired: () => void;
}

function Entrance({ status, ways, onFactorRequired }: EntranceProps) {
  const t = useTexts(loginTexts);
  const present = useSession((session) => session.user);
  if (present) return <Link to={defaultPath}>{t('goOn')}</Link>;
  if (!status.isPasswordOff) return <SignInForm onFactorRequired={onFactorRequired} foot={ways} />;
  return (
    <div className={styles['parts']}>
      <div className={styles['head']}>
        <h1>{t('signIn')}</h1>
        <p>{t('providersOnly')}</p>
      </div>
      {ways}
    </div>
  );
}

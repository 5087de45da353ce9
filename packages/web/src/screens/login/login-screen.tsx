import { queryOptions, useQuery } from '@tanstack/react-query';
import { authStatus } from '@tendril/contract/api/auths';
import { call } from '../../api/call.ts';
import { ThemeSwitch } from '../../shell/theme-switch.tsx';
import { useDisplay } from '../../state/display-store.ts';
import { loginTexts } from '../../texts/en/login.ts';
import { useTexts } from '../../texts/texts.ts';
import { Logo } from '../../theme/logo.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { FlowPicture } from './flow-picture.tsx';
import styles from './login-screen.module.css';
import { OwnerForm } from './owner-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const statusQuery = queryOptions({
  queryKey: ['auth-status'],
  queryFn: ({ signal }) => call(authStatus, { signal }),
});

/** The start page: the owner form on a fresh installation, else the sign-in form (ROUTES-01). */
export function LoginScreen() {
  const t = useTexts(loginTexts);
  const isDarkMode = useDisplay((display) => display.isDarkMode);
  const status = useQuery(statusQuery);
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
          {status.data && (status.data.hasOwner ? <SignInForm /> : <OwnerForm />)}
        </div>
        <div className={styles['foot']}>
          <ThemeSwitch />
        </div>
      </main>
    </div>
  );
}

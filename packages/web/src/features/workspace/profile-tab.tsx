import { useQuery } from '@tanstack/react-query';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { FactorSection } from '../second-factors/factor-section.tsx';
import { factorsQuery } from '../second-factors/factors.queries.ts';
import { IdentitySection } from '../second-factors/identity-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { profileQuery } from './profile.queries.ts';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';
import styles from './workspace.module.css';

/** The user's account: name and email, password and sessions. */
export function ProfileTab() {
  const t = useTexts(workspaceTexts);
  const profile = useQuery(profileQuery);
  const factors = useQuery(factorsQuery);
  if (profile.isError)
    return <ErrorState title={t('loadFailed')} error={profile.error} onRetry={() => profile.refetch()} />;
  if (!profile.data) return <SkeletonList />;
  return (
    <>
      <div className={styles['pair']}>
        <ProfileForm profile={profile.data} />
        {factors.data?.hasPassword !== false && <PasswordForm />}
      </div>
      <FactorSection classes={styles} />
      <IdentitySection classes={styles} />
      <SessionList />
    </>
  );
}

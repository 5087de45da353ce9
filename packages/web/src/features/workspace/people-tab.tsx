import { useQuery } from '@tanstack/react-query';
import type { Member } from '@tendril/contract/api/people';
import { endSession } from '../../kit/api/end-session.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { useMay } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { SecuritySection } from '../second-factors/security-section.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { peopleQuery, rolesQuery, useRemovePerson } from './people.queries.ts';
import { PersonRow } from './person-row.tsx';
import { RolePanel } from './role-panel.tsx';
import { SessionPanel } from './session-panel.tsx';
import styles from './workspace.module.css';

/** The people of the workspace, and how others join. */
export function PeopleTab() {
  const t = useTexts(workspaceTexts);
  const people = useQuery(peopleQuery);
  const askToRemove = useAskToRemove();
  const roles = useQuery(rolesQuery);
  const maySecure = useMay('security:edit');
  const isOwner = useMay('workspace:own');
  const mayRemoveOthers = useMay('people:remove');
  const owners = people.data?.filter(({ isOwner }) => isOwner).length ?? 0;
  const mayRemove = ({ isSelf, isOwner, isBelow }: Member) =>
    isSelf ? !isOwner || owners > 1 : mayRemoveOthers && isBelow;
  return (
    <>
      <section className={styles['section']} aria-labelledby="workspace-people">
        <div className={styles['sectionHead']}>
          <div>
            <h3 id="workspace-people">{t('people')}</h3>
            <p>{t('peopleHelp')}</p>
          </div>
        </div>
        {people.isPending && <SkeletonList count={2} />}
        {people.isError && (
          <ErrorState title={t('loadFailed')} error={people.error} onRetry={() => people.refetch()} />
        )}
        <ul className={styles['rows']}>
          {people.data?.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              roles={roles.data ?? []}
              onRemove={mayRemove(person) ? () => askToRemove(person) : undefined}
            />
          ))}
        </ul>
        {owners === 1 && <p className={styles['aside']}>{t('lastPerson')}</p>}
      </section>
      <InvitePanel roles={roles.data ?? []} />
      <RolePanel />
      {maySecure && <SecuritySection classes={styles} />}
      {isOwner && <SessionPanel />}
    </>
  );
}

function useAskToRemove() {
  const t = useTexts(workspaceTexts);
  const remove = useRemovePerson();
  return async ({ id, name, isSelf }: Member) => {
    const isSure = await confirm({
      title: t(isSelf ? 'leaveTitle' : 'removeTitle'),
      description: t(isSelf ? 'leaveQuestion' : 'removeQuestion', { name }),
      confirmText: t(isSelf ? 'leave' : 'remove'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => (isSelf ? endSession('logout') : notify(t('removed', { name }), 'success')),
      onError: notifyError,
    });
  };
}

import { useQuery } from '@tanstack/react-query';
import type { Member } from '@tendril/contract/api/people';
import { endSession } from '../../kit/api/end-session.ts';
import { initialsOf } from '../../kit/lib/initials-of.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { peopleQuery, useRemovePerson } from './people.queries.ts';
import styles from './workspace.module.css';

/** The people of the workspace, and how others join. */
export function PeopleTab() {
  const t = useTexts(workspaceTexts);
  const people = useQuery(peopleQuery);
  const askToRemove = useAskToRemove();
  const isOwner = people.data?.some((person) => person.isSelf && person.isOwner) ?? false;
  const mayRemove = ({ isSelf }: Member) => (people.data?.length ?? 0) > 1 && (isSelf || isOwner);
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
              onRemove={mayRemove(person) ? () => askToRemove(person) : undefined}
            />
          ))}
        </ul>
        {people.data?.length === 1 && <p className={styles['aside']}>{t('lastPerson')}</p>}
      </section>
      <InvitePanel />
    </>
  );
}

function PersonRow({ person, onRemove }: { person: Member; onRemove: (() => void) | undefined }) {
  const t = useTexts(workspaceTexts);
  const { name, email, joinedAt, lastSeenAt, isSelf, isOwner } = person;
  const seen = lastSeenAt === null ? t('neverSeen') : t('lastSeen', { age: relativeTime(lastSeenAt) });
  return (
    <li>
      <span className={styles['face']} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={styles['words']}>
        <strong>
          {name} {isSelf && <Chip label={t('you')} />} {isOwner && <Chip label={t('owner')} />}
        </strong>
        <span>{email}</span>
      </div>
      <span className={styles['aside']}>
        {t('joined', { age: relativeTime(joinedAt) })} · {seen}
      </span>
      {onRemove && (
        <Button
          size="small"
          aria-label={t(isSelf ? 'leaveTitle' : 'removePerson', { name })}
          onClick={onRemove}
        >
          {t(isSelf ? 'leave' : 'remove')}
        </Button>
      )}
    </li>
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

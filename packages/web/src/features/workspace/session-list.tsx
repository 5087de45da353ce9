import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '@tendril/contract/api/auths';
import { Monitor } from 'lucide-react';
import { browserName } from '../../kit/lib/browser-name.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { sessionsQuery, useEndSessions } from './profile.queries.ts';
import styles from './workspace.module.css';

/** The user's sessions, each with a button to sign it out. */
export function SessionList() {
  const t = useTexts(workspaceTexts);
  const sessions = useQuery(sessionsQuery);
  const end = useEndSessions();
  const endThese = (id: string | null) =>
    end.mutate(id, {
      onSuccess: () => notify(t(id === null ? 'sessionsEnded' : 'sessionEnded'), 'success'),
      onError: notifyError,
    });
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <section className={styles['section']} aria-labelledby="workspace-sessions">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-sessions">{t('sessions')}</h3>
          <p>{t('sessionsHelp')}</p>
        </div>
        {hasOthers && (
          <Button size="small" onClick={() => endThese(null)}>
            {t('endOthers')}
          </Button>
        )}
      </div>
      {sessions.isPending && <SkeletonList count={2} />}
      {sessions.isError && (
        <ErrorState title={t('loadFailed')} error={sessions.error} onRetry={() => sessions.refetch()} />
      )}
      <ul className={styles['rows']}>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => endThese(session.id)} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useTexts(workspaceTexts);
  const { browser, system } = browserName(session.agent);
  const known = browser && system ? t('browserOn', { browser, system }) : browser || system;
  const name = known || t('unknownBrowser');
  const facts = t('sessionFacts', {
    address: session.address ?? t('unknownAddress'),
    workspace: session.workspaceName,
    age: relativeTime(session.createdAt),
  });
  return (
    <li>
      <Monitor size={20} />
      <div className={styles['words']}>
        <strong>{name}</strong>
        <span>{facts}</span>
      </div>
      {session.isCurrent ? (
        <Chip label={t('thisSession')} />
      ) : (
        <>
          <span className={styles['aside']}>{t('lastUsed', { age: relativeTime(session.lastUsedAt) })}</span>
          <Button size="small" aria-label={t('endThis', { browser: name })} onClick={onEnd}>
            {t('endSession')}
          </Button>
        </>
      )}
    </li>
  );
}

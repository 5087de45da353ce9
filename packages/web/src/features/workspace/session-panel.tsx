import { useQuery } from '@tanstack/react-query';
import type { WorkspaceSession } from '@tendril/contract/api/people';
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
import { useEndWorkspaceSession, workspaceSessionsQuery } from './people.queries.ts';
import styles from './workspace.module.css';

/** The open sessions of everybody in the workspace, each of which an owner can end. */
export function SessionPanel() {
  const t = useTexts(workspaceTexts);
  const sessions = useQuery(workspaceSessionsQuery);
  const end = useEndWorkspaceSession();
  return (
    <section className={styles['section']} aria-labelledby="workspace-open-sessions">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-open-sessions">{t('openSessions')}</h3>
          <p>{t('openSessionsHelp')}</p>
        </div>
      </div>
      {sessions.isPending && <SkeletonList count={2} />}
      {sessions.isError && (
        <ErrorState title={t('loadFailed')} error={sessions.error} onRetry={() => sessions.refetch()} />
      )}
      <ul className={styles['rows']}>
        {sessions.data?.map((session) => (
          <PanelRow
            key={session.id}
            session={session}
            onEnd={() =>
              end.mutate(session.id, {
                onSuccess: () => notify(t('signedOutOne', { name: session.name }), 'success'),
                onError: notifyError,
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

function PanelRow({ session, onEnd }: { session: WorkspaceSession; onEnd: () => void }) {
  const t = useTexts(workspaceTexts);
  const { browser, system } = browserName(session.agent);
  const known = browser && system ? t('browserOn', { browser, system }) : browser || system;
  const where = known || t('unknownBrowser');
  return (
    <li>
      <Monitor size={20} />
      <div className={styles['words']}>
        <strong>{t('sessionOf', { name: session.name, browser: where })}</strong>
        <span>
          {t('sessionAt', {
            address: session.address ?? t('unknownAddress'),
            age: relativeTime(session.lastUsedAt),
          })}
        </span>
      </div>
      {session.isCurrent ? (
        <Chip label={t('thisSession')} />
      ) : (
        <Button
          size="small"
          aria-label={t('endSessionOf', { name: session.name, browser: where })}
          onClick={onEnd}
        >
          {t('endSession')}
        </Button>
      )}
    </li>
  );
}

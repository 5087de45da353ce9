import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@tendril/contract/api/audit';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveFile } from '../../kit/lib/save-file.ts';
import { shortAge } from '../../kit/lib/short-age.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import stacking from '../../kit/lists/stacking-table.module.css';
import { notify } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { type AuditFilter, auditQuery, readAuditCsv, wholeLog } from './audit.queries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditPaths } from './audit-paths.ts';
import { actorWords } from './audit-words.ts';
import styles from './workspace.module.css';
import { closeWorkspace } from './workspace-store.ts';

const restMs = 250;

/** What was changed in the workspace: searched, page by page, and as a file. */
export function AuditTab() {
  const t = useTexts(workspaceTexts);
  const [filter, setFilter] = useState(wholeLog);
  const search = useDebounced(filter.search.trim(), restMs);
  const asked = { ...filter, search };
  const log = useInfiniteQuery(auditQuery(asked));
  const first = log.data?.pages[0];
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={styles['section']} aria-labelledby="workspace-audit">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-audit">{t('audit')}</h3>
          <p>{t('auditHelp')}</p>
        </div>
        <ExportButton filter={asked} />
      </div>
      <AuditFilters filter={filter} onChange={setFilter} known={first} />
      {log.isPending && <SkeletonList />}
      {log.isError && <ErrorState title={t('loadFailed')} error={log.error} onRetry={() => log.refetch()} />}
      {log.data && entries.length === 0 && <NoEntry filter={filter} onClear={() => setFilter(wholeLog)} />}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <div className={styles['more']}>
          <Button isBusy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
            {t('showMore')}
          </Button>
        </div>
      )}
    </section>
  );
}

function NoEntry({ filter, onClear }: { filter: AuditFilter; onClear: () => void }) {
  const t = useTexts(workspaceTexts);
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(wholeLog);
  if (!isFiltered) return <EmptyState title={t('noEntries')} />;
  return (
    <EmptyState title={t('noEntryMatch')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />
  );
}

function ExportButton({ filter }: { filter: AuditFilter }) {
  const t = useTexts(workspaceTexts);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      saveFile('tendril-audit.csv', await readAuditCsv(filter), 'text/csv');
    } catch (error) {
      notify(t('exportFailed', { reason: toMessage(error) }), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" icon={<Download size={16} />} isBusy={isBusy} onClick={run}>
      {t('exportCsv')}
    </Button>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTexts(workspaceTexts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className={`${styles['scroll']} ${stacking['room']}`} tabIndex={0} aria-label={t('recorded')}>
      <table className={`${styles['table']} ${stacking['stacks']}`}>
        <thead>
          <tr>
            <th>{t('when')}</th>
            <th>{t('who')}</th>
            <th>{t('what')}</th>
            <th>{t('which')}</th>
            <th>{t('from')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.seq} entry={entry} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const t = useTexts(workspaceTexts);
  const { at, actor, verb, area, target, targetName, targetKind, address } = entry;
  return (
    <tr>
      <td data-label={t('when')}>
        <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString('en-GB')}>
          {shortAge(at)}
        </time>
      </td>
      <td className={styles['name']} data-label={t('who')}>
        {actorWords(actor)}
      </td>
      <td className={styles['what']} data-label={t('what')}>
        <span>
          {verb}
          {area && <small>{area}</small>}
        </span>
      </td>
      <td
        className={styles['which']}
        title={target ?? undefined}
        data-label={t('which')}
        data-empty={(targetName ?? target) === null || undefined}
      >
        {targetKind && target ? (
          <Link to={auditPaths[targetKind](target)} onClick={closeWorkspace}>
            {targetName}
          </Link>
        ) : (
          (targetName ?? (target && <code>{target.slice(0, 8)}</code>))
        )}
      </td>
      <td data-label={t('from')}>{address}</td>
    </tr>
  );
}

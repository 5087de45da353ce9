import { useInfiniteQuery } from '@tanstack/react-query';
import type { FlowVersion } from '@tendril/contract/api/flow-versions';
import { GitCompare, History } from 'lucide-react';
import { useState } from 'react';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { chosenPair, toggleVersion } from './chosen-versions.ts';
import { VersionCompare } from './version-compare.tsx';
import { VersionRow } from './version-row.tsx';
import { versionsQuery } from './versions.queries.ts';
import styles from './versions-view.module.css';

/** Actions on a version; the frame asks before and notifies after. */
export interface VersionActs {
  onRestore: (version: FlowVersion) => void;
  onPublish: (version: FlowVersion) => void;
  /** The version something is being done with. */
  busyId: string | undefined;
}

interface VersionsViewProps extends VersionActs {
  flowId: string;
  /** What the list depends on, such as the draft's revision: another one makes another list. */
  revision: string;
}

/** The Versions tab: the list, and what lies between any two of them. */
export function VersionsView({ flowId, revision, ...acts }: VersionsViewProps) {
  const t = useTexts(versionsTexts);
  const query = useInfiniteQuery(versionsQuery(flowId, revision));
  const [chosen, setChosen] = useState<string[]>([]);
  const versions = query.data?.pages.flatMap((page) => page.data) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  // Until a version is selected, the newest one shows what it changed.
  const pair = chosenPair(versions, chosen.length > 0 ? chosen : versions.slice(0, 1).map(({ id }) => id));
  return (
    <main className={styles['view']} data-comparing={chosen.length > 0 || undefined}>
      <section className={styles['list']} aria-label={t('list')}>
        <header className={styles['head']}>
          <h2>{t('title')}</h2>
          <p>{t('help')}</p>
        </header>
        {query.isPending && <SkeletonList />}
        {query.isError && (
          <ErrorState title={t('loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess && versions.length === 0 && (
          <EmptyState Icon={History} title={t('empty')} text={t('emptyText')} />
        )}
        <ul className={styles['rows']}>
          {versions.map((version) => (
            <VersionRow
              key={version.id}
              flowId={flowId}
              version={version}
              isChosen={chosen.includes(version.id)}
              onToggle={() => setChosen((before) => toggleVersion(before, version.id))}
            />
          ))}
        </ul>
        {query.hasNextPage && (
          <footer className={styles['foot']}>
            <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('showMore')}
            </Button>
            <span>{t('shownOf', { shown: versions.length, total })}</span>
          </footer>
        )}
      </section>
      {pair ? (
        <VersionCompare key={`${pair.older?.id}:${pair.newer.id}`} flowId={flowId} pair={pair} {...acts} />
      ) : (
        <section className={styles['compare']}>
          {query.isSuccess && <EmptyState Icon={GitCompare} title={t('pick')} />}
        </section>
      )}
    </main>
  );
}

import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { FileStack, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BulkBar } from '../../../kit/lists/bulk-bar.tsx';
import { ListTable } from '../../../kit/lists/list-table.tsx';
import type { Sorting } from '../../../kit/lists/sort-head.tsx';
import { sortRows } from '../../../kit/lists/sort-rows.ts';
import { useSelection } from '../../../kit/lists/use-selection.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { SyncDialog } from '../sources/sync-dialog.tsx';
import { loaderTrouble } from '../store-jobs.ts';
import { ApiDialog } from './api-dialog.tsx';
import { type LoaderColumn, loaderColumns, loaderSortValues } from './loader-columns.tsx';
import { LoaderSyncNote, notableSync } from './loader-sync-note.tsx';
import styles from './loader-table.module.css';
import { LoaderTroubleNote } from './loader-trouble.tsx';
import { useLoaderActs } from './use-loader-acts.ts';
import { useLoaderBulk } from './use-loader-bulk.ts';
import { useStoreWork } from './use-store-work.ts';

interface LoaderTableProps {
  store: DocumentStore;
  onAdd: () => void;
  /** Adds a folder. */
  folder: ReactNode;
}

/** The sources of a store. */
export function LoaderTable({ store, onAdd, folder }: LoaderTableProps) {
  const t = useTexts(knowledgeTexts);
  const work = useStoreWork(store);
  const [sorting, setSorting] = useState<Sorting<LoaderColumn>>();
  const [shownId, setShownId] = useState<string | null>(null);
  const [syncedId, setSyncedId] = useState<string | null>(null);
  const actsOf = useLoaderActs(
    store,
    work,
    (loader) => setShownId(loader.id),
    (loader) => setSyncedId(loader.id),
  );
  const synced = store.loaders.find(({ id }) => id === syncedId);
  const shown = store.loaders.find(({ id }) => id === shownId);
  const rows: readonly StoreLoader[] = sorting
    ? sortRows(store.loaders, loaderSortValues[sorting.column], sorting.isDescending)
    : store.loaders;
  const selection = useSelection(rows);
  const bulk = useLoaderBulk(store, selection);
  if (store.loaders.length === 0)
    return (
      <EmptyState
        Icon={FileStack}
        title={t('sourcesEmpty')}
        text={t('sourcesEmptyHelp')}
        action={
          <>
            <PermittedButton needs="knowledge:edit" icon={<Plus size={20} />} onClick={onAdd}>
              {t('addSource')}
            </PermittedButton>
            {folder}
          </>
        }
      />
    );
  return (
    <section className={styles['box']} aria-label={t('sources')}>
      {bulk.count > 0 ? (
        <BulkBar {...bulk} />
      ) : (
        <ToolRow end={folder}>
          <h2>{t('sources')}</h2>
        </ToolRow>
      )}
      <ListTable
        rows={rows}
        columns={loaderColumns(store)}
        sorting={sorting}
        onSort={setSorting}
        selection={selection}
        nameOf={({ loaderName }) => loaderName}
        actionsOf={actsOf}
        detailOf={(loader) => {
          const trouble = loaderTrouble(store, loader);
          if (trouble) return <LoaderTroubleNote trouble={trouble} loader={loader} work={work} />;
          const sync = notableSync(store, loader);
          if (sync && !loader.job)
            return <LoaderSyncNote sync={sync} loader={loader} onShow={() => setSyncedId(loader.id)} />;
          if (loader.problem === null || loader.job) return undefined;
          return (
            <p className={styles['why']} data-soft>
              {t('partlyRead', { problem: loader.problem })}
            </p>
          );
        }}
        count={t('sourceCount', { count: rows.length })}
      />
      {synced && <SyncDialog loader={synced} onClose={() => setSyncedId(null)} />}
      {shown && <ApiDialog store={store} loader={shown} onClose={() => setShownId(null)} />}
    </section>
  );
}

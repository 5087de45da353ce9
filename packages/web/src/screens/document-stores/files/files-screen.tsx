import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DocumentFile } from '@tendril/contract/api/document-files';
import { FileStack, RotateCw, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';
import { BulkBar } from '../../../kit/lists/bulk-bar.tsx';
import { DropOverlay } from '../../../kit/lists/drop-overlay.tsx';
import { ListTable } from '../../../kit/lists/list-table.tsx';
import { type Selection, useSelection } from '../../../kit/lists/use-selection.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { storeQuery } from '../stores.queries.ts';
import { AddFiles } from './add-files.tsx';
import { fileColumns } from './file-columns.tsx';
import { stateTexts } from './file-state.tsx';
import { type FilesPlace, filesQuery } from './files.queries.ts';
import { FilesProgress } from './files-progress.tsx';
import styles from './files-screen.module.css';
import { useFileActs } from './use-file-acts.ts';
import { useFileUpload } from './use-file-upload.ts';
import { useFolderDrop } from './use-folder-drop.ts';

const searchPauseMs = 250;
type StateFilter = DocumentFile['state'] | 'all';
const states: readonly DocumentFile['state'][] = ['queued', 'reading', 'chunked', 'embedded', 'failed'];

/** The files of a source: added, replaced, read again, deleted, and how far each of them is. */
export function FilesScreen() {
  const { storeId = '', loaderId = '' } = useParams();
  return <FilesOfSource key={`${storeId}/${loaderId}`} place={{ storeId, loaderId }} />;
}

function FilesOfSource({ place }: { place: FilesPlace }) {
  const t = useTexts(knowledgeFileTexts);
  const { data: store } = useQuery(storeQuery(place.storeId));
  const loader = store?.loaders.find(({ id }) => id === place.loaderId);
  const upload = useFileUpload(place);
  const isOver = useFolderDrop(upload.progress ? undefined : upload.send);
  return (
    <>
      <StoreCrumb store={store} />
      <PageHead
        title={t('title')}
        help={loader && t('help', { name: loader.loaderName })}
        guide="files"
        actions={<AddFiles isBusy={upload.progress !== null} onFiles={(files) => void upload.send(files)} />}
      />
      {isOver && <DropOverlay text={t('drop')} />}
      {upload.progress && (
        <p className={styles['jobs']} role="status">
          {t('sending', upload.progress)}
        </p>
      )}
      <FileList place={place} />
    </>
  );
}

function FileList({ place }: { place: FilesPlace }) {
  const t = useTexts(knowledgeFileTexts);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const settled = useDebounced(search.trim(), searchPauseMs);
  const state = filter === 'all' ? undefined : filter;
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(filesQuery(place, state, settled));
  const first = data?.pages[0];
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const selection = useSelection(rows);
  const acts = useFileActs(place, selection.clear);
  const countOf = (one: StateFilter) =>
    first?.counts.reduce((sum, row) => sum + (one === 'all' || row.state === one ? row.files : 0), 0) ?? 0;
  const clear = () => {
    setSearch('');
    setFilter('all');
  };
  const options = ['all' as const, ...states.filter((one) => one === filter || countOf(one) > 0)].map(
    (one) => ({
      value: one,
      label: `${t(one === 'all' ? 'stateAll' : stateTexts[one])} (${countOf(one).toLocaleString('en-US')})`,
    }),
  );
  const isBare = first !== undefined && countOf('all') === 0;
  return (
    <>
      {first && first.jobs.length > 0 && <FilesProgress page={first} />}
      {selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          actions={acts.actsOf([...selection.ids])}
          onClear={selection.clear}
        />
      )}
      {!isBare && first && selection.ids.size === 0 && (
        <ToolRow
          end={
            countOf('failed') > 0 && (
              <PermittedButton
                needs="knowledge:edit"
                size="small"
                icon={<RotateCw size={16} />}
                isBusy={acts.isBusy}
                onClick={acts.retryFailed}
              >
                {t('retryFailed')}
              </PermittedButton>
            )
          }
        >
          <SearchField label={t('search')} value={search} onChange={setSearch} takesCtrlF />
          <SelectMenu label={t('state')} options={options} value={filter} onChange={setFilter} />
        </ToolRow>
      )}
      {isPending && <SkeletonList count={6} />}
      {error && !data && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {isBare && <EmptyState Icon={FileStack} title={t('empty')} text={t('emptyHelp')} />}
      {first && !isBare && rows.length === 0 && (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch')}
          action={<Button onClick={clear}>{t('clear')}</Button>}
        />
      )}
      {rows.length > 0 && (
        <FileTable
          rows={rows}
          selection={selection}
          acts={acts}
          all={countOf(filter)}
          more={hasNextPage ? { isBusy: isFetchingNextPage, show: () => void fetchNextPage() } : undefined}
        />
      )}
    </>
  );
}

interface FileTableProps {
  rows: readonly DocumentFile[];
  selection: Selection;
  acts: ReturnType<typeof useFileActs>;
  all: number;
  more: { isBusy: boolean; show: () => void } | undefined;
}

function FileTable({ rows, selection, acts, all, more }: FileTableProps) {
  const t = useTexts(knowledgeFileTexts);
  return (
    <div className={styles['list']}>
      <ListTable
        rows={rows}
        columns={fileColumns()}
        sorting={undefined}
        onSort={() => undefined}
        selection={selection}
        nameOf={({ key }) => key}
        actionsOf={({ id }) => acts.actsOf([id])}
        detailOf={(file) => file.error !== null && <Why file={file} />}
        count={
          more
            ? t('shownOf', { shown: rows.length, count: all.toLocaleString('en-US') })
            : t('count', { count: rows.length })
        }
      />
      {more && (
        <div className={styles['more']}>
          <Button isBusy={more.isBusy} onClick={more.show}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Why({ file: { state, error } }: { file: DocumentFile }) {
  const t = useTexts(knowledgeFileTexts);
  const reason = error ?? '';
  return <p className={styles['why']}>{state === 'failed' ? reason : t('partly', { reason })}</p>;
}

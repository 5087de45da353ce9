import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DocumentFile } from '@tendril/contract/api/document-files';
import { FileStack, SearchX } from 'lucide-react';
import { useParams } from 'react-router';
import { BulkBar } from '../../../kit/lists/bulk-bar.tsx';
import { DropOverlay } from '../../../kit/lists/drop-overlay.tsx';
import { ListTable } from '../../../kit/lists/list-table.tsx';
import { useSelectMatching } from '../../../kit/lists/use-select-matching.ts';
import { type Selection, useSelection } from '../../../kit/lists/use-selection.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { storeQuery } from '../stores.queries.ts';
import { AddFiles } from './add-files.tsx';
import { fileColumns } from './file-columns.tsx';
import { FileTools } from './file-tools.tsx';
import { countOf, type FilesPlace, filesQuery, readFileIds } from './files.queries.ts';
import { FilesProgress } from './files-progress.tsx';
import styles from './files-screen.module.css';
import { useFileActs } from './use-file-acts.ts';
import { useFileFilter } from './use-file-filter.ts';
import { useFileUpload } from './use-file-upload.ts';
import { useFolderDrop } from './use-folder-drop.ts';

type FileState = DocumentFile['state'];

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
  const isOver = useFolderDrop(upload.progress ? undefined : ({ files }) => upload.send(files));
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
  const filter = useFileFilter();
  const { state, settled } = filter;
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(filesQuery(place, state, settled));
  const first = data?.pages[0];
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const selection = useSelection(rows, `${state} ${settled}`);
  const acts = useFileActs(place, selection);
  const count = (one: FileState | undefined) => (first ? countOf(first, one) : 0);
  const matching = useSelectMatching(selection, {
    count: settled === '' ? count(state) : undefined,
    isMore: hasNextPage,
    read: (onRead) => readFileIds(place, state, settled, onRead),
  });
  const isBare = first !== undefined && count(undefined) === 0;
  return (
    <>
      {first && first.jobs.length > 0 && <FilesProgress page={first} />}
      {selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          actions={acts.actsOf([...selection.ids])}
          all={matching.all}
          progress={acts.progress}
          onClear={matching.clear}
        />
      )}
      {!isBare && first && selection.ids.size === 0 && <FileTools page={first} filter={filter} acts={acts} />}
      {isPending && (
        <div className={styles['wait']}>
          <SkeletonList count={6} />
        </div>
      )}
      {error && !data && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {isBare && <EmptyState Icon={FileStack} title={t('empty')} text={t('emptyHelp')} />}
      {first && !isBare && rows.length === 0 && (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch')}
          action={<Button onClick={filter.clear}>{t('clear')}</Button>}
        />
      )}
      {rows.length > 0 && (
        <FileTable
          rows={rows}
          selection={selection}
          acts={acts}
          all={count(state)}
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

import { useQuery } from '@tanstack/react-query';
import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { Link } from 'react-router';
import { nodesQuery } from '../../../kit/api/nodes.queries.ts';
import { Age } from '../../../kit/lists/age.tsx';
import type { ListColumn } from '../../../kit/lists/list-column.ts';
import listStyles from '../../../kit/lists/list-table.module.css';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { say } from '../../../kit/texts/texts.ts';
import { NodeTile } from '../../../kit/theme/node-tile.tsx';
import { JobProgress } from '../job-progress.tsx';
import { loaderTrouble } from '../store-jobs.ts';
import { chunksPath, loaderPath } from '../store-paths.ts';
import { LoaderStatus } from '../store-status.tsx';
import styles from './loader-table.module.css';

export type LoaderColumn = 'loader' | 'splitter' | 'chunks' | 'characters' | 'status' | 'updated';

/** What each column of the sources is sorted by. */
export const loaderSortValues: Readonly<Record<LoaderColumn, (loader: StoreLoader) => string | number>> = {
  loader: ({ loaderName }) => loaderName,
  splitter: ({ splitterName }) => splitterName,
  chunks: ({ totalChunks }) => totalChunks,
  characters: ({ totalChars }) => totalChars,
  status: ({ status }) => status,
  updated: ({ updatedDate }) => Date.parse(updatedDate),
};

/** The columns of a store's sources, each with where it comes from under its name. */
export function loaderColumns(store: DocumentStore): readonly ListColumn<StoreLoader, LoaderColumn>[] {
  const t = (key: TextKey) => say(knowledgeTexts, key);
  const amount = (value: number) => (value > 0 ? value.toLocaleString('en-US') : '–');
  return [
    {
      id: 'loader',
      label: t('colLoader'),
      isMain: true,
      cell: (loader) => <LoaderTitle storeId={store.id} loader={loader} />,
    },
    {
      id: 'splitter',
      label: t('colSplitter'),
      from: 1240,
      cell: (row) => row.splitterName || t('noSplitter'),
    },
    {
      id: 'chunks',
      label: t('colChunks'),
      isFigure: true,
      cell: ({ id, totalChunks }) =>
        totalChunks > 0 ? <Link to={chunksPath(store.id, id)}>{amount(totalChunks)}</Link> : '–',
    },
    {
      id: 'characters',
      label: t('colChars'),
      isFigure: true,
      from: 800,
      cell: ({ totalChars }) => amount(totalChars),
    },
    {
      id: 'status',
      label: t('colStatus'),
      cell: (loader) => (
        <div className={styles['state']}>
          <LoaderStatus loader={loader} trouble={loaderTrouble(store, loader)} />
          {loader.job && <JobProgress job={loader.job} name={loader.loaderName} />}
        </div>
      ),
    },
    {
      id: 'updated',
      label: t('colUpdated'),
      from: 800,
      startsDescending: true,
      cell: ({ updatedDate }) => <Age at={updatedDate} />,
    },
  ];
}

type TextKey =
  | 'colLoader'
  | 'colSplitter'
  | 'noSplitter'
  | 'colChunks'
  | 'colChars'
  | 'colStatus'
  | 'colUpdated';

function LoaderTitle({ storeId, loader }: { storeId: string; loader: StoreLoader }) {
  const { data } = useQuery(nodesQuery);
  const node = data?.find(({ name }) => name === loader.loaderId);
  return (
    <span className={listStyles['withTile']}>
      <NodeTile
        category={node?.category ?? 'Document Loaders'}
        icon={node?.icon}
        label={node?.label ?? loader.loaderId}
      />
      <span>
        <Link to={loaderPath(storeId, loader.id)} className={listStyles['name'] ?? ''}>
          {loader.loaderName}
        </Link>
        <span className={listStyles['sub']} title={loader.source}>
          {loader.source}
        </span>
      </span>
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { Database, Ellipsis, Eye, LayoutGrid, RefreshCw, Terminal, Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { nodesQuery } from '../../../kit/api/nodes.queries.ts';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { NodeTile } from '../../../kit/theme/node-tile.tsx';
import { ActionMenu, type MenuAction } from '../../../kit/ui/action-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { JobProgress } from '../job-progress.tsx';
import { type LoaderTrouble, loaderTrouble } from '../store-jobs.ts';
import { chunksPath, loaderPath, vectorPath } from '../store-paths.ts';
import { LoaderStatus } from '../store-status.tsx';
import tableStyles from '../table.module.css';
import styles from './loader-table.module.css';
import type { StoreWork } from './use-store-work.ts';

interface LoaderRowProps {
  store: DocumentStore;
  loader: StoreLoader;
  work: StoreWork;
  onApi: () => void;
}

/** A source: what it is, how far it is, and what went wrong. */
export function LoaderRow(props: LoaderRowProps) {
  const t = useTexts(knowledgeTexts);
  const { store, loader, work } = props;
  const { loaderName, source, totalChunks, totalChars, job } = loader;
  const trouble = loaderTrouble(store, loader);
  const acts = useLoaderActs(props);
  const more = t('more', { name: loaderName });
  return (
    <>
      <tr>
        <td>
          <LoaderTitle storeId={store.id} loader={loader} />
        </td>
        <td>
          <span className={styles['source']} title={source}>
            {source}
          </span>
        </td>
        <td>{loader.splitterName || t('noSplitter')}</td>
        <td className={tableStyles['number']}>
          {totalChunks > 0 ? (
            <Link to={chunksPath(store.id, loader.id)}>{totalChunks.toLocaleString('en-US')}</Link>
          ) : (
            '–'
          )}
        </td>
        <td className={tableStyles['number']}>{totalChars > 0 ? totalChars.toLocaleString('en-US') : '–'}</td>
        <td>
          <div className={styles['state']}>
            <LoaderStatus loader={loader} trouble={trouble} />
            {job && <JobProgress job={job} name={loaderName} />}
          </div>
        </td>
        <td className={tableStyles['when']}>{shortAge(Date.parse(loader.updatedDate))}</td>
        <td className={tableStyles['acts']}>
          <ActionMenu
            label={more}
            actions={acts}
            renderButton={(menu) => (
              <IconButton {...menu} size="small" label={more}>
                <Ellipsis size={16} />
              </IconButton>
            )}
          />
        </td>
      </tr>
      {trouble && <TroubleRow trouble={trouble} loader={loader} work={work} />}
    </>
  );
}

function LoaderTitle({ storeId, loader }: { storeId: string; loader: StoreLoader }) {
  const { data } = useQuery(nodesQuery);
  const node = data?.find(({ name }) => name === loader.loaderId);
  return (
    <span className={styles['loader']}>
      <NodeTile
        category={node?.category ?? 'Document Loaders'}
        icon={node?.icon}
        label={node?.label ?? loader.loaderId}
      />
      <Link to={loaderPath(storeId, loader.id)} className={tableStyles['name'] ?? ''}>
        {loader.loaderName}
      </Link>
    </span>
  );
}

function TroubleRow({
  trouble: { work: kind, isStopped, reason },
  loader: { id, loaderName },
  work,
}: {
  trouble: LoaderTrouble;
  loader: StoreLoader;
  work: StoreWork;
}) {
  const t = useTexts(knowledgeTexts);
  const key = `${kind}${isStopped ? 'Stopped' : 'Failed'}` as const;
  const retry = () => (kind === 'process' ? work.process(id) : work.upsert(id));
  return (
    <tr className={tableStyles['trouble']}>
      <td colSpan={8}>
        <div className={styles['why']} data-soft={isStopped || undefined} role="alert">
          <span>{t(key, { reason: reason || t('noReason') })}</span>
          <Button
            size="small"
            isBusy={work.isBusy}
            aria-label={t('retryNamed', { name: loaderName })}
            onClick={retry}
          >
            {t('actRetry')}
          </Button>
        </div>
      </td>
    </tr>
  );
}

function useLoaderActs({ store, loader, work, onApi }: LoaderRowProps): MenuAction[] {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  const hasChunks = loader.totalChunks > 0;
  const preview: MenuAction = {
    id: 'preview',
    label: t('previewProcess'),
    Icon: Eye,
    onSelect: () => navigate(loaderPath(store.id, loader.id)),
  };
  const chunks: MenuAction = {
    id: 'chunks',
    label: t('viewChunks'),
    Icon: LayoutGrid,
    onSelect: () => navigate(chunksPath(store.id, loader.id)),
  };
  const upsert: MenuAction = {
    id: 'upsert',
    label: t('upsert'),
    Icon: Database,
    onSelect: () => navigate(vectorPath(store.id, loader.id)),
  };
  return [
    preview,
    { id: 'process', label: t('process'), Icon: RefreshCw, onSelect: () => work.process(loader.id) },
    ...(hasChunks ? [chunks, upsert] : []),
    { id: 'api', label: t('api'), Icon: Terminal, onSelect: onApi },
    {
      id: 'delete',
      label: t('delete'),
      Icon: Trash2,
      isDanger: true,
      onSelect: () => void work.askToDelete(loader),
    },
  ];
}

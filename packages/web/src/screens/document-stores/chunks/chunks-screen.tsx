import { useQuery } from '@tanstack/react-query';
import { chunksPerPage, type StoreChunk } from '@tendril/contract/api/document-stores';
import { Scissors, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';
import { BulkBar } from '../../../kit/lists/bulk-bar.tsx';
import { SelectAllBox } from '../../../kit/lists/select-box.tsx';
import { useSelection } from '../../../kit/lists/use-selection.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { ChunkDrawer } from '../chunk-drawer.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { loaderPath, storePath } from '../store-paths.ts';
import { storeQuery } from '../stores.queries.ts';
import { ChunkCard } from './chunk-card.tsx';
import { chunksQuery } from './chunks.queries.ts';
import styles from './chunks-screen.module.css';
import { Pager } from './pager.tsx';
import { useChunkBulk } from './use-chunk-bulk.ts';

const searchPauseMs = 250;

/** The chunks of a source, or of a whole store: looked through, corrected, deleted. */
export function ChunksScreen() {
  const { storeId = '', fileId = 'all' } = useParams();
  return <Chunks key={`${storeId}/${fileId}`} storeId={storeId} fileId={fileId} />;
}

function Chunks({ storeId, fileId }: { storeId: string; fileId: string }) {
  const t = useTexts(knowledgeWorkTexts);
  const page = useTexts(pageTexts);
  const [search, setSearch] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const [opened, setOpened] = useState<StoreChunk | null>(null);
  const settled = useDebounced(search.trim(), searchPauseMs);
  const { data, error, isPending, refetch } = useQuery(
    chunksQuery({ storeId, fileId, pageNo, search: settled }),
  );
  const sourceNames = useSourceNames(storeId, fileId === 'all');
  const searchFor = (text: string) => {
    setSearch(text);
    setPageNo(1);
  };
  const facts = data && {
    chunks: data.count.toLocaleString('en-US'),
    characters: data.characters.toLocaleString('en-US'),
  };
  const chunks = data?.chunks ?? [];
  const selection = useSelection(chunks, settled);
  const bulk = useChunkBulk(selection, {
    ...{ storeId, fileId, search: settled, count: data?.count ?? 0, shown: chunks.length },
  });
  const pager = data && data.count > 0 && (
    <Pager page={pageNo} perPage={chunksPerPage} count={data.count} onPage={setPageNo} />
  );
  const isBare = data?.count === 0 && settled === '';
  return (
    <>
      <StoreCrumb store={data && { id: storeId, name: data.storeName }} />
      <PageHead
        title={page('chunks')}
        guide="chunks"
        help={
          data && facts
            ? `${data.file?.loaderName ?? t('allSources')} · ${settled === '' ? t('chunkFacts', facts) : data.storeName}`
            : page('chunksHelp')
        }
      />
      {bulk.count > 0 && <BulkBar {...bulk} end={pager} />}
      {!isBare && bulk.count === 0 && (
        <ToolRow end={pager}>
          <SearchField label={t('chunksSearch')} value={search} onChange={searchFor} takesCtrlF />
        </ToolRow>
      )}
      {isPending && <SkeletonList shape="cards" />}
      {error && !data && (
        <ErrorState title={t('chunksFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {isBare && <NoChunks storeId={storeId} fileId={fileId} />}
      {data?.count === 0 && settled !== '' && (
        <EmptyState
          Icon={SearchX}
          title={t('chunksNoMatch', { search: settled })}
          action={<Button onClick={() => searchFor('')}>{t('clearSearch')}</Button>}
        />
      )}
      {chunks.length > 1 && (
        <div className={styles['all']}>
          <SelectAllBox selection={selection} shown={chunks.map(({ id }) => id)} />
        </div>
      )}
      {chunks.length > 0 && (
        <ul className={styles['grid']} data-selectlist>
          {chunks.map((chunk) => (
            <li key={chunk.id}>
              <ChunkCard
                {...{ chunk, selection, search: settled, sourceName: sourceNames.get(chunk.docId) }}
                onOpen={() => setOpened(chunk)}
              />
            </li>
          ))}
        </ul>
      )}
      {data && data.chunks.length === 0 && data.count > 0 && (
        <BeyondEnd onFirst={() => setPageNo(Math.max(1, Math.ceil(data.count / chunksPerPage)))} />
      )}
      {opened && <ChunkDrawer key={opened.id} chunk={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

// Chunks of several sources say of which they are.
function useSourceNames(storeId: string, isWanted: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...storeQuery(storeId), enabled: isWanted });
  return new Map(data?.loaders.map(({ id, loaderName }) => [id, loaderName]));
}

// The last chunk of the last page was deleted, here or elsewhere.
function BeyondEnd({ onFirst }: { onFirst: () => void }) {
  const t = useTexts(knowledgeWorkTexts);
  return (
    <EmptyState
      Icon={SearchX}
      title={t('chunksEmpty')}
      action={<Button onClick={onFirst}>{t('previousPage')}</Button>}
    />
  );
}

function NoChunks({ storeId, fileId }: { storeId: string; fileId: string }) {
  const t = useTexts(knowledgeWorkTexts);
  const navigate = useNavigate();
  const path = fileId === 'all' ? storePath(storeId) : loaderPath(storeId, fileId);
  return (
    <EmptyState
      Icon={Scissors}
      title={t('chunksEmpty')}
      text={t('chunksEmptyHelp')}
      action={
        <Button look="primary" onClick={() => navigate(path)}>
          {t(fileId === 'all' ? 'backToStore' : 'processNow')}
        </Button>
      }
    />
  );
}

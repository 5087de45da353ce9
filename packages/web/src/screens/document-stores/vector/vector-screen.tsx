import { useQuery } from '@tanstack/react-query';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useParams } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { componentsQuery, storeQuery } from '../stores.queries.ts';
import { VectorEditor } from './vector-editor.tsx';

/** What a store, or one of its sources, is embedded with and where the vectors are kept. */
export function VectorScreen() {
  const { storeId = '', docId } = useParams();
  const t = useTexts(knowledgeTexts);
  const work = useTexts(knowledgeWorkTexts);
  const page = useTexts(pageTexts);
  const stored = useQuery(storeQuery(storeId));
  const embeddings = useQuery(componentsQuery('embeddings'));
  const vectorStores = useQuery(componentsQuery('vectorstore'));
  const recordManagers = useQuery(componentsQuery('recordmanager'));
  const lists = [embeddings, vectorStores, recordManagers];
  const failedList = lists.find(({ error, data }) => error && !data);
  const store = stored.data;
  const choices = toChoices(embeddings.data, vectorStores.data, recordManagers.data);
  const isFailed = (stored.error && !store) || failedList;
  return (
    <>
      <StoreCrumb store={store} />
      <PageHead
        title={page('vector')}
        help={helpOf(store, docId, work) ?? page('vectorHelp')}
        guide="vector"
      />
      {stored.error && !store && (
        <ErrorState title={t('storeFailed')} error={stored.error} onRetry={() => void stored.refetch()} />
      )}
      {failedList && store && (
        <ErrorState
          title={work('componentsFailed')}
          error={failedList.error}
          onRetry={() => void failedList.refetch()}
        />
      )}
      {!isFailed && !(store && choices) && (
        <div style={{ paddingBlockStart: 24 }}>
          <SkeletonList count={4} />
        </div>
      )}
      {store && choices && (
        <VectorEditor key={`${storeId}/${docId}`} store={store} docId={docId} choices={choices} />
      )}
    </>
  );
}

export interface VectorChoices {
  embeddings: readonly NodeTemplate[];
  vectorStores: readonly NodeTemplate[];
  recordManagers: readonly NodeTemplate[];
}

type List = readonly NodeTemplate[] | undefined;

function toChoices(embeddings: List, vectorStores: List, recordManagers: List): VectorChoices | undefined {
  return embeddings && vectorStores && recordManagers && { embeddings, vectorStores, recordManagers };
}

function helpOf(
  store: DocumentStore | undefined,
  docId: string | undefined,
  t: ReturnType<typeof useTexts<'onlySource'>>,
): string | undefined {
  const loader = store?.loaders.find(({ id }) => id === docId);
  return loader && t('onlySource', { name: loader.loaderName });
}

import { useQuery } from '@tanstack/react-query';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { FileQuestionMark } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { storePath } from '../store-paths.ts';
import { componentsQuery, storeQuery } from '../stores.queries.ts';
import { LoaderEditor } from './loader-editor.tsx';

/** The form of a loader with a preview of its chunks: of a stored one by its id, of a new one by its node's name. */
export function LoaderScreen() {
  const { storeId = '', name = '' } = useParams();
  const page = useTexts(pageTexts);
  const t = useTexts(knowledgeTexts);
  const stored = useQuery(storeQuery(storeId));
  const loaders = useQuery(componentsQuery('loaders'));
  const splitters = useQuery(componentsQuery('splitters'));
  const store = stored.data;
  const loader = store?.loaders.find(({ id }) => id === name);
  const template = loaders.data?.find((one) => one.name === (loader?.loaderId ?? name));
  if (store && template && splitters.data)
    return (
      <LoaderEditor key={name} store={store} loader={loader} template={template} splitters={splitters.data} />
    );
  const all = [stored, loaders, splitters];
  const failed = all.find(({ error, data }) => error && !data);
  const retry = () => {
    for (const query of all) if (query.error) void query.refetch();
  };
  return (
    <>
      <StoreCrumb store={store} />
      <PageHead title={page('loader')} help={page('loaderHelp')} guide="loader" />
      {failed && <ErrorState title={t('storeFailed')} error={failed.error} onRetry={retry} />}
      {!failed && all.some(({ isPending }) => isPending) && (
        <div style={{ paddingBlockStart: 24 }}>
          <SkeletonList count={4} />
        </div>
      )}
      {store && loaders.data && splitters.data && <NoLoader store={store} name={loader?.loaderId ?? name} />}
    </>
  );
}

function NoLoader({ store, name }: { store: DocumentStore; name: string }) {
  const t = useTexts(knowledgeWorkTexts);
  return (
    <EmptyState
      Icon={FileQuestionMark}
      title={t('noLoader', { name })}
      text={t('noLoaderHelp')}
      action={<Link to={storePath(store.id)}>{t('backToStore')}</Link>}
    />
  );
}

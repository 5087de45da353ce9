import { useMutation, useQuery } from '@tanstack/react-query';
import { searchDocumentStore } from '@tendril/contract/api/document-store-search';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { Database, MessageCircleQuestionMark, TriangleAlert } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../../kit/api/call.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { pageTexts } from '../../../kit/texts/en/pages.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { vectorPath } from '../store-paths.ts';
import { storeQuery } from '../stores.queries.ts';
import { FoundList } from './found-list.tsx';
import { MissingPassage } from './missing-passage.tsx';
import type { QueryBody } from './query-draft.ts';
import { QueryForm } from './query-form.tsx';
import styles from './query-screen.module.css';

/** Asks a store the way flows do, and shows what it finds and what it nearly finds. */
export function QueryScreen() {
  const { storeId = '' } = useParams();
  const t = useTexts(knowledgeTexts);
  const page = useTexts(pageTexts);
  const { data: store, error, isPending, refetch } = useQuery(storeQuery(storeId));
  return (
    <>
      <StoreCrumb store={store} />
      <PageHead title={page('query')} help={page('queryHelp')} guide="query" />
      {isPending && (
        <div className={styles['wait']}>
          <SkeletonList count={3} />
        </div>
      )}
      {error && !store && (
        <ErrorState title={t('storeFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {store && <QueryPanel key={store.id} store={store} />}
    </>
  );
}

function QueryPanel({ store }: { store: DocumentStore }) {
  const t = useTexts(knowledgeWorkTexts);
  const ask = useMutation({
    mutationFn: (body: QueryBody) => call(searchDocumentStore, { body }),
  });
  const { loaders } = store;
  const isBare = loaders.every(({ vectorStatus }) => vectorStatus === 'NONE');
  const isStale = loaders.some(({ vectorStatus }) => vectorStatus === 'STALE');
  if (isBare) return <NotYet storeId={store.id} />;
  const asked = ask.variables;
  const again = () => asked && ask.mutate(asked);
  return (
    <div className={styles['panes']}>
      <div className={styles['side']}>
        <QueryForm store={store} isBusy={ask.isPending} onAsk={ask.mutate} />
        {isStale && (
          <p className={styles['stale']}>
            <TriangleAlert size={16} aria-hidden="true" />
            <span>
              {t('staleHint')} <Link to={vectorPath(store.id)}>{t('goEmbed')}</Link>
            </span>
          </p>
        )}
      </div>
      <div className={styles['finds']} aria-busy={ask.isPending}>
        {ask.isIdle && (
          <EmptyState Icon={MessageCircleQuestionMark} title={t('askFirst')} text={t('askFirstHelp')} />
        )}
        {ask.isPending && <SkeletonList count={3} />}
        {ask.isError && <ErrorState title={t('queryFailed')} error={ask.error} onRetry={again} />}
        {ask.data && asked && <FoundList asked={asked} found={ask.data} onChanged={again} />}
        {ask.data && asked && <MissingPassage key={asked.query} asked={asked} />}
      </div>
    </div>
  );
}

function NotYet({ storeId }: { storeId: string }) {
  const t = useTexts(knowledgeWorkTexts);
  const navigate = useNavigate();
  return (
    <EmptyState
      Icon={Database}
      title={t('notYet')}
      text={t('notYetHelp')}
      action={
        <Button look="primary" onClick={() => navigate(vectorPath(storeId))}>
          {t('goEmbed')}
        </Button>
      }
    />
  );
}

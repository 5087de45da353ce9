import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { flowFormTexts } from '../../kit/texts/en/flow-form.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './flow-form.module.css';
import { flowFormQuery, isMissingForm } from './flow-form.queries.ts';
import { FlowForm } from './flow-form.tsx';

/** `/form/:id`: the form that starts a flow, for its people and, when it is public, for everybody. */
export function FlowFormScreen() {
  const { id = '' } = useParams();
  const t = useTexts(flowFormTexts);
  const { data, error, refetch } = useQuery(flowFormQuery(id));
  usePageTitle(data?.title ?? t(error ? 'invalidTitle' : 'send'));
  return (
    <main className={styles['page']}>
      {data && <FlowForm key={id} flowId={id} form={data} />}
      {!data && !error && (
        <div className={styles['sheet']} aria-busy="true">
          <SkeletonList shape="rows" count={3} />
        </div>
      )}
      {error && !isMissingForm(error) && (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {error && isMissingForm(error) && (
        <div className={styles['sheet']}>
          <h1>{t('invalidTitle')}</h1>
          <p>{t('invalidHelp')}</p>
        </div>
      )}
    </main>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { GapState, KnowledgeGap } from '@tendril/contract/api/knowledge-gaps';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeGapTexts } from '../../../kit/texts/en/knowledge-gaps.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { storeQuery } from '../stores.queries.ts';
import { GapRow } from './gap-row.tsx';
import { gapsQuery, useSortGap } from './gaps.queries.ts';
import styles from './gaps-screen.module.css';
import { PassageDialog } from './passage-dialog.tsx';

const states = ['open', 'answered', 'dismissed'] as const;
const emptyTitles = { open: 'none', answered: 'noneAnswered', dismissed: 'noneDismissed' } as const;

/** Questions that found nothing in a knowledge base, each a click from the passage that answers it. */
export function GapsScreen() {
  const { storeId = '' } = useParams();
  const t = useTexts(knowledgeGapTexts);
  const [state, setState] = useState<GapState>('open');
  const [written, setWritten] = useState<KnowledgeGap>();
  const store = useQuery(storeQuery(storeId));
  const { data, error, refetch } = useQuery(gapsQuery(storeId, state));
  const sort = useSortGap(storeId);
  return (
    <>
      <StoreCrumb store={store.data} />
      <PageHead title={t('title')} help={t('help')} guide="gaps" />
      <ToolRow>
        <Segmented
          label={t('state')}
          segments={states.map((value) => ({ value, label: t(value) }))}
          value={state}
          onChange={setState}
        />
      </ToolRow>
      {error && !data && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList shape="rows" />}
      {data?.length === 0 && (
        <EmptyState
          Icon={CircleCheckBig}
          title={t(emptyTitles[state])}
          {...(state === 'open' && { text: t('noneHelp') })}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles['list']}>
          {data.map((gap) => (
            <li key={gap.id}>
              <GapRow
                gap={gap}
                onWrite={() => setWritten(gap)}
                onSort={(to) => sort.mutate({ id: gap.id, state: to }, { onError: notifyError })}
              />
            </li>
          ))}
        </ul>
      )}
      {written && <PassageDialog storeId={storeId} gap={written} onClose={() => setWritten(undefined)} />}
    </>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { GapState, KnowledgeGap } from '@tendril/contract/api/knowledge-gaps';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { BulkBar } from '../../../kit/lists/bulk-bar.tsx';
import { SelectAllBox } from '../../../kit/lists/select-box.tsx';
import { useSelection } from '../../../kit/lists/use-selection.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeGapTexts } from '../../../kit/texts/en/knowledge-gaps.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { storeQuery } from '../stores.queries.ts';
import { GapRow } from './gap-row.tsx';
import { gapsQuery, useSortGaps } from './gaps.queries.ts';
import styles from './gaps-screen.module.css';
import { PassageDialog } from './passage-dialog.tsx';
import { useGapBulk } from './use-gap-bulk.ts';

const states = ['open', 'answered', 'dismissed'] as const;
const emptyTitles = { open: 'none', answered: 'noneAnswered', dismissed: 'noneDismissed' } as const;

/** Questions that found nothing in a knowledge base, each a click from the passage that answers it. */
export function GapsScreen() {
  const { storeId = '' } = useParams();
  return <GapsOfStore key={storeId} storeId={storeId} />;
}

function GapsOfStore({ storeId }: { storeId: string }) {
  const t = useTexts(knowledgeGapTexts);
  const [state, setState] = useState<GapState>('open');
  const [written, setWritten] = useState<KnowledgeGap>();
  const store = useQuery(storeQuery(storeId));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    gapsQuery(storeId, state),
  );
  const sort = useSortGaps(storeId);
  const gaps = data?.pages.flatMap((page) => page.gaps) ?? [];
  const counts = data?.pages[0]?.counts;
  const count = counts?.[state] ?? 0;
  const selection = useSelection(gaps, state);
  const bulk = useGapBulk(selection, { storeId, state, count, isMore: hasNextPage });
  return (
    <>
      <StoreCrumb store={store.data} />
      <PageHead title={t('title')} help={t('help')} guide="gaps" />
      {bulk.count > 0 ? (
        <BulkBar {...bulk} />
      ) : (
        <ToolRow>
          <Segmented
            label={t('state')}
            segments={states.map((value) => ({
              ...{ value, label: t(value) },
              ...(counts && { count: counts[value] }),
            }))}
            value={state}
            onChange={setState}
          />
        </ToolRow>
      )}
      {error && !data && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList shape="rows" />}
      {data && gaps.length === 0 && (
        <EmptyState
          Icon={CircleCheckBig}
          title={t(emptyTitles[state])}
          {...(state === 'open' && { text: t('noneHelp') })}
        />
      )}
      {gaps.length > 1 && (
        <div className={styles['all']}>
          <SelectAllBox selection={selection} shown={gaps.map(({ id }) => id)} />
        </div>
      )}
      {gaps.length > 0 && (
        <ul className={styles['list']} data-selectlist>
          {gaps.map((gap) => (
            <li key={gap.id}>
              <GapRow
                gap={gap}
                selection={selection}
                onWrite={() => setWritten(gap)}
                onSort={(to) => sort.mutate({ ids: [gap.id], state: to }, { onError: notifyError })}
              />
            </li>
          ))}
        </ul>
      )}
      {gaps.length > 0 && (
        <div className={styles['foot']}>
          <span role="status">
            {hasNextPage
              ? t('shownOf', { shown: gaps.length, count: count.toLocaleString('en-US') })
              : t('count', { count: gaps.length })}
          </span>
          {hasNextPage && (
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </div>
      )}
      {written && <PassageDialog storeId={storeId} gap={written} onClose={() => setWritten(undefined)} />}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { FlowSummary } from '@tendril/contract/api/flows';
import { Check, Workflow } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../../kit/lib/relative-time.ts';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';
import { voiceBrainTexts } from '../../../kit/texts/en/voice-brain.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import styles from './brain.module.css';
import { flowChoicesQuery } from './flows.queries.ts';

const searchRestMs = 250;

interface FlowPickerProps {
  chosenId: string | null;
  onChoose: (flowId: string) => void;
  onClose: () => void;
}

/** Chooses the flow or pipeline that answers the caller. */
export function FlowPicker({ chosenId, onChoose, onClose }: FlowPickerProps) {
  const t = useTexts(voiceBrainTexts);
  const [type, setType] = useState<FlowSummary['type']>('CHATFLOW');
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(flowChoicesQuery(type, useDebounced(search.trim(), searchRestMs)));
  const flows = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Dialog isOpen title={t('pickTitle')} width={600} onClose={onClose}>
      <div className={styles['filters']}>
        <SearchField label={t('search')} value={search} onChange={setSearch} />
        <Segmented
          label={t('kind')}
          segments={[
            { value: 'CHATFLOW', label: t('flows') },
            { value: 'MULTIAGENT', label: t('pipelines') },
            { value: 'AGENTFLOW', label: t('agentFlows') },
          ]}
          value={type}
          onChange={setType}
        />
      </div>
      <div className={styles['choices']}>
        {query.isPending && <SkeletonList count={4} />}
        {query.isError && (
          <ErrorState title={t('listFailed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess && flows.length === 0 && (
          <EmptyState
            Icon={Workflow}
            title={search ? t('noMatch', { search }) : t('noFlows')}
            {...(!search && { text: t('noFlowsText') })}
          />
        )}
        <ul>
          {flows.map((flow) => (
            <li key={flow.id}>
              <button
                type="button"
                className={styles['choice']}
                aria-pressed={flow.id === chosenId}
                onClick={() => onChoose(flow.id)}
              >
                <b>{flow.name}</b>
                <small>
                  {flow.liveVersion === null
                    ? t('neverPublished')
                    : t('liveChip', { number: flow.liveVersion })}{' '}
                  · {t('updated', { when: relativeTime(flow.updatedAt) })}
                </small>
                {flow.id === chosenId && <Check size={16} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
        {query.hasNextPage && (
          <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

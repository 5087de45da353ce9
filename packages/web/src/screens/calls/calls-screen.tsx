import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { PhoneCall, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CallsTabs } from '../../features/voice/calls-tabs.tsx';
import { toMessage } from '../../kit/lib/to-message.ts';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import filterStyles from './call-filters.module.css';
import { CallFilters } from './call-filters.tsx';
import { CallTable } from './call-table.tsx';
import { CallViews } from './call-views.tsx';
import styles from './calls.module.css';
import { callsQuery, liveCallsQuery } from './calls.queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { useCallFilter } from './use-call-filter.ts';

/** The calls of the workspace, newest first. */
export function CallsScreen() {
  const t = useTexts(callsTexts);
  const page = useTexts(pageTexts);
  const navigate = useNavigate();
  const { filter, asked, set, change, show, clear, setCount } = useCallFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callsQuery(asked),
  );
  const all = data?.pages.flatMap((one) => one.data) ?? [];
  const isPartial = data?.pages.at(-1)?.isPartial === true;
  const { data: live = [], error: liveError } = useQuery(liveCallsQuery);
  const isLiveAbove = live.length > 0 && filter.status !== 'ongoing';
  const calls = isLiveAbove ? all.filter(({ id }) => live.every((one) => one.id !== id)) : all;
  const selection = useSelection(calls);
  const [replayed, setReplayed] = useState<readonly Call[]>();
  const isUnfiltered = asked.search === '' && setCount === 0;
  return (
    <ListPage
      title={page('calls')}
      help={page('callsHelp')}
      guide="calls"
      query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
      failed={t('failed')}
      isEmpty={data !== undefined && all.length === 0 && live.length === 0 && isUnfiltered}
      empty={
        <EmptyState
          Icon={PhoneCall}
          title={t('empty')}
          text={t('emptyHelp')}
          action={
            <>
              <Button look="primary" onClick={() => void navigate('/agent')}>
                {t('openAgents')}
              </Button>
              <Button onClick={() => change({ kind: 'test' })}>{t('showTests')}</Button>
            </>
          }
        />
      }
      list={
        <>
          <ListTools
            searchLabel={t('search')}
            search={filter.search}
            onSearch={(search) => change({ search })}
            setCount={setCount}
            bulk={{
              count: selection.ids.size,
              actions: [
                {
                  id: 'replay',
                  label: t('replayMany', { count: selection.ids.size }),
                  Icon: RotateCcw,
                  onSelect: () => setReplayed(calls.filter(({ id }) => selection.ids.has(id))),
                },
              ],
              onClear: selection.clear,
            }}
          >
            <CallFilters filter={filter} onChange={change} />
          </ListTools>
          <CallViews set={set} onShow={show} />
          {liveError && (
            <p role="alert" className={styles['fault']}>
              {t('liveFailed', { reason: toMessage(liveError) })}
            </p>
          )}
          {isLiveAbove && (
            <section className={filterStyles['live']} aria-labelledby="live-calls">
              <h2 id="live-calls">{t('liveNow')}</h2>
              <CallTable calls={live} label={t('liveNow')} />
            </section>
          )}
          {calls.length === 0 && !(isLiveAbove && isUnfiltered) && (
            <NoMatch title={t('noMatch')} onClear={clear} />
          )}
          {calls.length > 0 && <CallTable calls={calls} label={t('table')} selection={selection} />}
          {isPartial && <p className={filterStyles['partial']}>{t('onlyNewest')}</p>}
          {replayed && <ReplayDialog calls={replayed} onClose={() => setReplayed(undefined)} />}
          {hasNextPage && (
            <p className={styles['more']}>
              <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            </p>
          )}
        </>
      }
    >
      <CallsTabs />
    </ListPage>
  );
}

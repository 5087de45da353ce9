import { useInfiniteQuery } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { CallFilters } from './call-filters.tsx';
import { CallTable } from './call-table.tsx';
import styles from './calls.module.css';
import { callsQuery } from './calls.queries.ts';
import { useCallFilter } from './use-call-filter.ts';

/** The calls of the workspace, newest first. */
export function CallsScreen() {
  const t = useTexts(callsTexts);
  const page = useTexts(pageTexts);
  const navigate = useNavigate();
  const { filter, asked, change, clear, setCount } = useCallFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callsQuery(asked),
  );
  const calls = data?.pages.flatMap((one) => one.data) ?? [];
  const isUnfiltered = asked.search === '' && setCount === 0;
  return (
    <ListPage
      title={page('calls')}
      help={page('callsHelp')}
      query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
      failed={t('failed')}
      isEmpty={data !== undefined && calls.length === 0 && isUnfiltered}
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
              <Button onClick={() => change({ kind: 'test' })}>{t('kind_test')}</Button>
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
          >
            <CallFilters filter={filter} onChange={change} />
          </ListTools>
          {calls.length === 0 ? (
            <NoMatch title={t('noMatch')} onClear={clear} />
          ) : (
            <CallTable calls={calls} />
          )}
          {hasNextPage && (
            <p className={styles['more']}>
              <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            </p>
          )}
        </>
      }
    />
  );
}

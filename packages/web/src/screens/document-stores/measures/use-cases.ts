import { useInfiniteQuery } from '@tanstack/react-query';
import type { CaseState } from '@tendril/contract/api/knowledge-measures';
import { useState } from 'react';
import { casesQuery } from './measures.queries.ts';

/** The saved questions that are shown: of all, or of those that nobody has confirmed, as long as there are any. */
export function useCases(storeId: string) {
  const [chosen, setState] = useState<CaseState>('all');
  const all = useInfiniteQuery(casesQuery(storeId, 'all'));
  const first = all.data?.pages[0];
  const state: CaseState = chosen === 'unconfirmed' && (first?.counts.unconfirmed ?? 0) > 0 ? chosen : 'all';
  const open = useInfiniteQuery({ ...casesQuery(storeId, 'unconfirmed'), enabled: state === 'unconfirmed' });
  const { data, error, refetch, hasNextPage, fetchNextPage } = state === 'unconfirmed' ? open : all;
  return {
    data: first && {
      counts: first.counts,
      openJob: first.openJob,
      cases: data?.pages.flatMap(({ cases }) => cases) ?? [],
    },
    ...{ state, setState, error, refetch },
    isMore: hasNextPage,
    showMore: () => void fetchNextPage(),
  };
}

export type Cases = ReturnType<typeof useCases>;

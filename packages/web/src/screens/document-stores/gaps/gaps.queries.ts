import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@tendril/contract/api/endpoint';
import {
  answerKnowledgeGap,
  type GapState,
  listKnowledgeGaps,
  mostNamedGaps,
  updateKnowledgeGaps,
} from '@tendril/contract/api/knowledge-gaps';
import { call } from '../../../kit/api/call.ts';
import { storesKey } from '../stores.queries.ts';

const gapsKey = (storeId: string) => [...storesKey, 'gaps', storeId];

/** Questions without an answer, page by page. */
export const gapsQuery = (storeId: string, state: GapState) =>
  infiniteQueryOptions({
    queryKey: [...gapsKey(storeId), state],
    queryFn: ({ signal, pageParam }) =>
      call(listKnowledgeGaps, {
        params: { storeId },
        query: { state, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** The ids of all of them, also of those that are not shown. */
export async function readGapIds(
  storeId: string,
  state: GapState,
  onRead: (count: number) => void,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer<typeof listKnowledgeGaps> = await call(listKnowledgeGaps, {
      params: { storeId },
      query: { state, limit: mostNamedGaps, ...(cursor !== '' && { cursor }) },
    });
    ids.push(...page.gaps.map(({ id }) => id));
    onRead(ids.length);
    cursor = page.next;
  }
  return ids;
}

/** Dismisses gaps, or opens them again. */
export function useSortGaps(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: string[]; state: 'open' | 'dismissed' }) =>
      call(updateKnowledgeGaps, { params: { storeId }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: gapsKey(storeId) }),
  });
}

/** Adds the passage that answers a gap. */
export function useAnswerGap(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id: gapId, text }: { id: string; text: string }) =>
      call(answerKnowledgeGap, { params: { storeId, gapId }, body: { text } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: storesKey }),
  });
}

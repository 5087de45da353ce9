import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  answerKnowledgeGap,
  type GapState,
  listKnowledgeGaps,
  updateKnowledgeGap,
} from '@tendril/contract/api/knowledge-gaps';
import { call } from '../../../kit/api/call.ts';
import { storesKey } from '../stores.queries.ts';

const gapsKey = (storeId: string) => [...storesKey, 'gaps', storeId];

export const gapsQuery = (storeId: string, state: GapState) =>
  queryOptions({
    queryKey: [...gapsKey(storeId), state],
    queryFn: async ({ signal }) =>
      (await call(listKnowledgeGaps, { params: { storeId }, query: { state }, signal })).gaps,
  });

/** Dismisses a gap, or opens it again. */
export function useSortGap(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id: gapId, state }: { id: string; state: 'open' | 'dismissed' }) =>
      call(updateKnowledgeGap, { params: { storeId, gapId }, body: { state } }),
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

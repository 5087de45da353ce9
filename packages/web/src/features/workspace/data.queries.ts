import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { changeRetention, keepRecord, readRetention } from '@tendril/contract/api/data-retention';
import type { Body } from '@tendril/contract/api/endpoint';
import { eraseData, listErasures, previewErasure } from '@tendril/contract/api/erasures';
import { call } from '../../kit/api/call.ts';

const refreshMs = 2000;

export const retentionQuery = queryOptions({
  queryKey: ['workspace-retention'],
  queryFn: ({ signal }) => call(readRetention, { signal }),
});

export function useChangeRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof changeRetention>) => call(changeRetention, { body }),
    onSuccess: (answer) => client.setQueryData(retentionQuery.queryKey, answer),
  });
}

export function useKeepRecord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof keepRecord>) => call(keepRecord, { body }),
    onSuccess: (answer) => client.setQueryData(retentionQuery.queryKey, answer),
  });
}

export const erasuresQuery = queryOptions({
  queryKey: ['erasures'],
  queryFn: ({ signal }) => call(listErasures, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some((receipt) => receipt.state === 'running') ? refreshMs : false,
});

export function usePreviewErasure() {
  return useMutation({
    mutationFn: (body: Body<typeof previewErasure>) => call(previewErasure, { body }),
  });
}

export function useErase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof eraseData>) => call(eraseData, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: erasuresQuery.queryKey }),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { importToolFiles, importTools, readCurl, readOpenApi } from '@tendril/contract/api/tool-imports';
import { createTool, deleteTool, listTools, updateTool } from '@tendril/contract/api/tools';
import { call } from '../../kit/api/call.ts';

export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: ({ signal }) => call(listTools, { signal }),
});

/** Lists of tools, also those that nodes offer. */
function useRefreshTools() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [['tools'], ['tool'], ['node-options', 'customTool']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useStoreTool() {
  const onSuccess = useRefreshTools();
  return useMutation({
    mutationFn: ({ id, ...body }: SentBody<typeof createTool> & { id: string }) =>
      id === '' ? call(createTool, { body }) : call(updateTool, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteTools() {
  const onSettled = useRefreshTools();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => call(deleteTool, { params: { id } }))),
    onSettled,
  });
}

export function useImportTools() {
  const onSuccess = useRefreshTools();
  return useMutation({
    mutationFn: (tools: SentBody<typeof importTools>['tools']) => call(importTools, { body: { tools } }),
    onSuccess,
  });
}

export function useImportToolFiles() {
  const onSuccess = useRefreshTools();
  return useMutation({
    mutationFn: (files: SentBody<typeof importToolFiles>['files']) =>
      call(importToolFiles, { body: { files } }),
    onSuccess,
  });
}

export function useReadOpenApi() {
  return useMutation({ mutationFn: (body: SentBody<typeof readOpenApi>) => call(readOpenApi, { body }) });
}

export function useReadCurl() {
  return useMutation({ mutationFn: (command: string) => call(readCurl, { body: { command } }) });
}

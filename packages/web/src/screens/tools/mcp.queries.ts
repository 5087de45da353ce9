import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  connectMcpServer,
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  type McpServerAnswer,
  switchMcpTools,
  updateMcpServer,
} from '@tendril/contract/api/mcp-servers';
import { call } from '../../kit/api/call.ts';

export const mcpServersQuery = queryOptions({
  queryKey: ['mcp-servers'],
  queryFn: ({ signal }) => call(listMcpServers, { signal }),
});

/** Puts a server's new state into the list, and lets nodes ask for its tools again. */
function useTakeServer() {
  const client = useQueryClient();
  return (server: McpServerAnswer) => {
    client.setQueryData(mcpServersQuery.queryKey, (before: McpServerAnswer[] | undefined) => {
      if (!before) return before;
      const isKnown = before.some(({ id }) => id === server.id);
      return isKnown ? before.map((one) => (one.id === server.id ? server : one)) : [...before, server];
    });
    return client.invalidateQueries({ queryKey: ['node-options', 'customMCP'] });
  };
}

/** Adds a server, or changes one and connects to it again. */
export function useStoreServer() {
  const onSuccess = useTakeServer();
  return useMutation({
    mutationFn: async ({ id, ...body }: SentBody<typeof createMcpServer> & { id: string }) => {
      if (id === '') return call(createMcpServer, { body });
      await call(updateMcpServer, { params: { id }, body });
      return call(connectMcpServer, { params: { id } });
    },
    onSuccess,
  });
}

export function useConnectServer() {
  const onSuccess = useTakeServer();
  return useMutation({ mutationFn: (id: string) => call(connectMcpServer, { params: { id } }), onSuccess });
}

export function useSwitchTools() {
  const onSuccess = useTakeServer();
  return useMutation({
    mutationFn: ({ id, ...body }: SentBody<typeof switchMcpTools> & { id: string }) =>
      call(switchMcpTools, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteMcpServer, { params: { id } }),
    onSettled: () => client.invalidateQueries(mcpServersQuery),
  });
}

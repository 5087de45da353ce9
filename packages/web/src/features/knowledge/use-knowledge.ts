import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createDocumentStore,
  type DocumentStoreSummary,
  listDocumentStores,
} from '@tendril/contract/api/document-stores';
import { call } from '../../kit/api/call.ts';
import { voiceAgentQuery, voiceLlmQuery } from '../voice-agent/agent.queries.ts';
import { useLlmChange } from '../voice-agent/use-llm-change.ts';

const storesQuery = queryOptions({
  queryKey: ['document-stores', 'list'],
  queryFn: ({ signal }) => call(listDocumentStores, { signal }),
});

/** A knowledge base attached to an agent; `store` is absent if it was deleted since. */
export interface AttachedStore {
  id: string;
  store: DocumentStoreSummary | undefined;
}

/** The knowledge of an agent, and the ways to change it. */
export interface Knowledge {
  /** Undefined until it is loaded. */
  attached: readonly AttachedStore[] | undefined;
  stores: readonly DocumentStoreSummary[] | undefined;
  error: unknown;
  reload: () => void;
  attach: (ids: readonly string[]) => Promise<boolean>;
  detach: (id: string) => Promise<boolean>;
  /** Makes a store and attaches it; answers its id, and throws when it could not be made. */
  create: (words: { name: string; description: string }) => Promise<string>;
}

export function useKnowledge(agentId: string): Knowledge {
  const client = useQueryClient();
  const agent = useQuery(voiceAgentQuery(agentId));
  const llmId = agent.data?.responseEngineLlmId ?? '';
  const llm = useQuery({ ...voiceLlmQuery(llmId), enabled: llmId !== '' });
  const stores = useQuery(storesQuery);
  const change = useLlmChange(llmId);
  const attach = (ids: readonly string[]) =>
    change(({ knowledgeBaseIds }) => ({ knowledgeBaseIds: [...new Set([...knowledgeBaseIds, ...ids])] }));
  const find = (id: string) => stores.data?.find((store) => store.id === id);
  return {
    attached: llm.data && stores.data && llm.data.knowledgeBaseIds.map((id) => ({ id, store: find(id) })),
    stores: stores.data,
    error: agent.error ?? llm.error ?? stores.error,
    reload: () => {
      for (const query of [agent, llm, stores]) if (query.isError) void query.refetch();
    },
    attach,
    detach: (gone) =>
      change(({ knowledgeBaseIds }) => ({ knowledgeBaseIds: knowledgeBaseIds.filter((id) => id !== gone) })),
    create: async (words) => {
      const { id } = await call(createDocumentStore, { body: words });
      await client.invalidateQueries({ queryKey: storesQuery.queryKey });
      await attach([id]);
      return id;
    },
  };
}

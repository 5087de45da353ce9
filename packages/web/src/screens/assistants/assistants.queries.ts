import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Assistant,
  createAssistant,
  deleteAssistant,
  listAssistantModels,
  listAssistantStores,
  listAssistants,
  listAssistantTools,
  openAssistantAsFlow,
  readAssistant,
  updateAssistant,
} from '@tendril/contract/api/assistants';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  type AssistantType,
  type CustomDetails,
  customDetails,
  type VendorDetails,
  vendorDetails,
} from '@tendril/contract/flow/assistant-details';
import { call } from '../../kit/api/call.ts';

const key = ['assistants'];

/** Assistants of one type. */
export const assistantsQuery = (type: AssistantType) =>
  queryOptions({
    queryKey: [...key, 'list', type],
    queryFn: ({ signal }) => call(listAssistants, { query: { type }, signal }),
  });

/** One assistant, read again at each visit: its form begins with what is stored. */
export const assistantQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call(readAssistant, { params: { id }, signal }),
    staleTime: 'static',
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const assistantModelsQuery = queryOptions({
  queryKey: [...key, 'models'],
  queryFn: ({ signal }) => call(listAssistantModels, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const assistantToolsQuery = queryOptions({
  queryKey: [...key, 'tools'],
  queryFn: ({ signal }) => call(listAssistantTools, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const assistantStoresQuery = queryOptions({
  queryKey: [...key, 'stores'],
  queryFn: ({ signal }) => call(listAssistantStores, { signal }),
});

/** The details of a custom assistant; the server has checked them. */
export function customDetailsOf({ details }: Pick<Assistant, 'details'>): CustomDetails {
  return customDetails.parse(JSON.parse(details));
}

export function vendorDetailsOf({ details }: Pick<Assistant, 'details'>): VendorDetails {
  return vendorDetails.parse(JSON.parse(details));
}

/** Reads lists again, but nothing of an open form. */
export function useRefreshAssistants() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [...key, 'list'] });
}

export function useCreateAssistant() {
  const onSuccess = useRefreshAssistants();
  return useMutation({
    mutationFn: (body: SentBody<typeof createAssistant>) => call(createAssistant, { body }),
    onSuccess,
  });
}

export function useUpdateAssistant() {
  const onSuccess = useRefreshAssistants();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & SentBody<typeof updateAssistant>) =>
      call(updateAssistant, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteAssistant() {
  const onSuccess = useRefreshAssistants();
  return useMutation({
    mutationFn: (id: string) => call(deleteAssistant, { params: { id } }),
    onSuccess,
  });
}

export function useOpenAsFlow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(openAssistantAsFlow, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['flows'] }),
  });
}

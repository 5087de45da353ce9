import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { createCustomVoice, deleteCustomVoice } from '@tendril/contract/api/voices';
import { call } from '../../../kit/api/call.ts';
import { voicesQuery } from '../agent.queries.ts';

/** What is sent for a voice of one's own. */
export type CustomVoiceBody = SentBody<typeof createCustomVoice>;

/** Adds a voice of the workspace, with a recording or without. */
export function useAddVoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, sample }: { body: CustomVoiceBody; sample: File | null }) => {
      if (!sample) return (await call(createCustomVoice, { body })).data;
      const form = new FormData();
      for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, value);
      form.append('sample', sample);
      return (await call(createCustomVoice, { body, form })).data;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: voicesQuery.queryKey }),
  });
}

export function useRemoveVoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteCustomVoice, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: voicesQuery.queryKey }),
  });
}

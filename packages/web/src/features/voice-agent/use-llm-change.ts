import { useQueryClient } from '@tanstack/react-query';
import type { VoiceLlm, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { useRef } from 'react';
import { RequestError } from '../../kit/api/request-error.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { useUpdateVoiceLlm, voiceLlmQuery } from './agent.queries.ts';

/** A change to an LLM record that can be reapplied to a newer one. */
type LlmChange = (llm: VoiceLlm) => Partial<VoiceLlmFields>;

/**
 * Saves changes of an LLM record one after the other, each on what the one before it left; a change that came too
 * late is reapplied to what is stored. Returns whether it was saved; a failure is reported.
 */
export function useLlmChange(llmId: string): (change: LlmChange) => Promise<boolean> {
  const client = useQueryClient();
  const update = useUpdateVoiceLlm(llmId);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const send = async (change: LlmChange) => {
    const query = voiceLlmQuery(llmId);
    const put = async () => {
      const llm = await client.ensureQueryData(query);
      await update.mutateAsync({ ...change(llm), revision: llm.revision });
    };
    try {
      await put();
    } catch (thrown) {
      if (!(thrown instanceof RequestError) || thrown.code !== 'STALE_VERSION') throw thrown;
      await client.refetchQueries({ queryKey: query.queryKey });
      await put();
    }
  };
  return async (change) => {
    const turn = queue.current.then(() => send(change));
    queue.current = turn.catch(() => undefined);
    try {
      await turn;
      return true;
    } catch (thrown) {
      notifyError(thrown);
      return false;
    }
  };
}

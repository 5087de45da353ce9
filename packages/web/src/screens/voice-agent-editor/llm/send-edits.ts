import { updateVoiceLlm } from '@tendril/contract/api/voice-agents';
import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { StoreApi } from 'zustand/vanilla';
import { call } from '../../../kit/api/call.ts';
import { RequestError } from '../../../kit/api/request-error.ts';
import { fieldsOf, pick, withoutSame } from './llm-edits.ts';
import type { LlmSessionState } from './llm-session.ts';
import { takeTheirs } from './take-theirs.ts';

/** Somebody who saves faster than we can follow. */
const mostRebases = 3;

const isStale = (error: unknown) => error instanceof RequestError && error.code === 'STALE_VERSION';

/** Sends all edits once; what is typed meanwhile stays among them. */
async function sendOnce(store: StoreApi<LlmSessionState>): Promise<VoiceLlm> {
  const { edits: sent, base } = store.getState();
  const body = { ...sent, revision: base.revision };
  const { data } = await call(updateVoiceLlm, { params: { id: base.id }, body });
  const left = pick(store.getState().edits, (field) => store.getState().edits[field] !== sent[field]);
  store.setState({ base: data, edits: withoutSame(left, data) });
  return data;
}

/**
 * Sends the edits, over saves of others where they touched other fields; answers what is stored now, and nothing when
 * a field waits for a person's choice.
 */
export async function sendEdits(
  store: StoreApi<LlmSessionState>,
  read: () => Promise<VoiceLlm>,
): Promise<VoiceLlm | undefined> {
  for (let rebases = 0; ; rebases += 1) {
    try {
      return await sendOnce(store);
    } catch (error) {
      if (!isStale(error) || rebases === mostRebases) throw error;
      const theirs = await read();
      if (!takeTheirs(store, theirs)) return undefined;
      if (fieldsOf(store.getState().edits).length === 0) return theirs;
    }
  }
}

import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { StoreApi } from 'zustand/vanilla';
import { fieldsOf, rebaseEdits } from './llm-edits.ts';
import type { LlmSessionState } from './llm-session.ts';

/**
 * Puts the edits onto a newer record. Edits of other fields move on and it answers true; a field that both sides changed
 * waits for a person.
 */
export function takeTheirs(store: StoreApi<LlmSessionState>, theirs: VoiceLlm): boolean {
  const { base, edits, stage } = store.getState();
  const { edits: left, clashes } = rebaseEdits(base, edits, theirs);
  if (clashes.length > 0) {
    store.setState({ edits: left, stage: 'clash', clash: { theirs, fields: clashes } });
    return false;
  }
  const isOver = fieldsOf(left).length === 0;
  const next = stage === 'clash' ? 'waiting' : stage;
  store.setState({ base: theirs, edits: left, stage: isOver ? 'saved' : next, clash: null });
  return true;
}

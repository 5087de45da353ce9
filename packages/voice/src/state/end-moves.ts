import type { DisconnectionReason } from '@tendril/contract/call-event';
import { emitTurn, hold } from './agent-moves.ts';
import type { CallerTrack, Draft } from './call-shape.ts';
import { spokenAgo } from './caller-moves.ts';
import { act, change, changeCaller, emit, setTimer } from './draft.ts';
import { discard } from './prepare-moves.ts';

/** How long the end of a call waits for words that were spoken before it. */
export const lastWordsMs = 1500;

/** Decides to end. The call ends at once, or as soon as it is known what both have said. */
export function endCall(draft: Draft, reason: DisconnectionReason): void {
  if (draft.state.stage !== 'running' && draft.state.stage !== 'idle') return;
  const { agent, caller } = draft.state;
  change(draft, { stage: 'ending', end: { reason, at: draft.at } });
  discard(draft);
  if (caller.open) finishOpen(draft);
  if (draft.state.caller.awaited > 0) setTimer(draft, 'last-words', draft.at + lastWordsMs);
  if (agent && !agent.isHeld) hold(draft);
  tryEnd(draft);
}

/** Ends the call unless something is outstanding. */
export function tryEnd(draft: Draft, isLate = false): void {
  const { stage, agent, caller, end, startedAt } = draft.state;
  if (stage !== 'ending' || !end || (agent && !agent.split)) return;
  if (caller.awaited > 0 && end.reason !== 'error_asr' && !isLate) return;
  if (agent) emitTurn(draft, agent.split);
  emitLastWords(draft);
  const durationMs = Math.max(0, Math.round(end.at - startedAt));
  emit(draft, { type: 'call-end', reason: end.reason, durationMs });
  act(draft, { type: 'end', reason: end.reason, durationMs });
  change(draft, { stage: 'ended', agent: null, generation: draft.state.generation + 1 });
}

/** What the caller has said that is not a turn yet. */
export function emitLastWords(draft: Draft): void {
  const { caller } = draft.state;
  const unfinished = caller.awaited > 0 ? [caller.unfinished] : [];
  const text = [...caller.words.map((word) => word.text), ...unfinished].join(' ').trim();
  if (text !== '')
    emit(draft, { type: 'user-turn', text, ...(isTyped(caller) ? { isTyped: true } : spokenAgo(draft)) });
}

/** The caller was speaking when the call ended: the words so far count, should the final ones not come. */
export function finishOpen(draft: Draft): void {
  const { open, awaited } = draft.state.caller;
  if (!open) return;
  const last = { onsetAt: open.onsetAt, lastVoiceAt: open.lastVoiceAt ?? draft.at, endpointAt: draft.at };
  changeCaller(draft, { open: null, awaited: awaited + 1, last, unfinished: open.interim });
  emit(draft, { type: 'user-speech-end' });
  act(draft, { type: 'finish-listening', utterance: open.id });
}

function isTyped({ words, awaited }: CallerTrack): boolean {
  return awaited === 0 && words.every(({ how }) => how !== 'spoken');
}

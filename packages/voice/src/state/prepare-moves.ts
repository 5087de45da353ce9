import { isMoreComing } from '../turn-detector.ts';
import type { Draft } from './call-shape.ts';
import { act, change, setTimer, stopTimers } from './draft.ts';

/** A pause this long may be the end: an answer is begun, while the turn is still waited for. */
const prepareAfterMs = 200;
/** Words that changed just now may change again. */
const settledMs = 40;
/** A caller who goes on again and again costs this many answers a turn. */
const mostPreparations = 4;

/** Plans to begin an answer early, if the words so far may be a whole turn. */
export function planPrepare(draft: Draft): void {
  const { open } = draft.state.caller;
  if (open?.lastVoiceAt === undefined || !mayPrepare(draft)) return;
  if (draft.state.prepared?.words === wordsSoFar(draft)) return;
  setTimer(draft, 'prepare', Math.max(draft.at + settledMs, open.lastVoiceAt + prepareAfterMs));
}

/** Begins an answer to the words so far. */
export function prepare(draft: Draft): void {
  const { state, at } = draft;
  if (state.caller.open?.lastVoiceAt === undefined || !mayPrepare(draft)) return;
  const words = wordsSoFar(draft);
  if (state.prepared && isSame(state.prepared.words, words)) return;
  discard(draft);
  change(draft, { prepared: { words, at }, preparations: state.preparations + 1 });
  act(draft, { type: 'prepare', turn: state.turn + 1, generation: state.generation + 1, words });
}

/** Drops an answer that was begun early. */
export function discard(draft: Draft): void {
  stopTimers(draft, 'prepare');
  if (!draft.state.prepared) return;
  change(draft, { prepared: null });
  act(draft, { type: 'discard' });
}

/** The words so far are no longer those that an answer was begun for. */
export function discardOther(draft: Draft): void {
  const { prepared } = draft.state;
  if (prepared && !isSame(prepared.words, wordsSoFar(draft))) discard(draft);
}

/** Takes the answer that was begun for these words; returns how long ago that was. */
export function takePrepared(draft: Draft, words: string): number | undefined {
  const { prepared } = draft.state;
  stopTimers(draft, 'prepare');
  change(draft, { preparations: 0 });
  if (!prepared) return undefined;
  if (!isSame(prepared.words, words)) {
    discard(draft);
    return undefined;
  }
  change(draft, { prepared: null });
  return draft.at - prepared.at;
}

function mayPrepare({ state, rules }: Draft): boolean {
  const { agent, caller, owesGreeting, stage, preparations } = state;
  if (!rules.mayPrepare || stage !== 'running' || agent || owesGreeting || state.takeover) return false;
  if (caller.awaited > 0 || preparations >= mostPreparations) return false;
  const { interim = '', intonation } = caller.open ?? {};
  return interim.trim() !== '' && !isMoreComing(interim, rules.language, intonation);
}

function wordsSoFar({ state: { caller } }: Draft): string {
  return [...caller.words.map(({ text }) => text), caller.open?.interim ?? ''].join(' ').trim();
}

/** The same words, however they are written: the final ones have their capitals and full stops. */
function isSame(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
  return plain(one) === plain(other);
}

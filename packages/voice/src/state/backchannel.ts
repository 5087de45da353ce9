import { wordsOf } from '../turns/phrases.ts';
import { isReadingOut, readTurnWords } from '../turns/turn-words.ts';
import type { Draft } from './call-shape.ts';
import { act, change } from './draft.ts';

/** After speaking for so long, a caller may like to know that somebody listens. */
const firstAfterMs = 3000;
/** From one sign of listening to the next, for agents that give many and for those that give few. */
const shortestGapMs = 4000;
const longestGapMs = 8000;
/** Shorter pauses are those between two words. */
const shortestPauseMs = 200;
/** A sound without words, or with hardly any, says nothing. */
const fewestWords = 4;
/** The sounds are made once a caller has spoken so long that they may be needed soon. */
const makeAfterMs = 1500;

/**
 * The caller's voice sounds, for the first time again after `pauseMs`: the agent may give a sign that it listens. That
 * is the first moment at which the turn is known to go on: in the pause itself it might have been over, and the sign
 * would have delayed the answer.
 */
export function signListening(draft: Draft, pauseMs: number | undefined): void {
  const { rules, state, at } = draft;
  const { backchannel } = rules;
  const { open } = state.caller;
  if (!backchannel || !open || !isCallersTurn(draft)) return;
  const { madeFor, last } = state.backchannels;
  // After a pause again: an answer that was begun in it has kept the voice busy.
  if ((madeFor !== open.id || pauseMs !== undefined) && at - open.onsetAt >= makeAfterMs) {
    change(draft, { backchannels: { madeFor: open.id, last } });
    act(draft, { type: 'make-backchannels', words: backchannel.words });
  }
  if (pauseMs === undefined || pauseMs < shortestPauseMs || at - open.onsetAt < firstAfterMs) return;
  const gapMs = longestGapMs - (longestGapMs - shortestGapMs) * backchannel.frequency;
  if (last && (at - last.at < gapMs || last.interim === open.interim)) return;
  if (!mayComeAfter(open.interim, rules.language)) return;
  const moment = Math.round(at - state.startedAt);
  if (shareOf(moment) >= backchannel.frequency) return;
  const others = backchannel.words.filter((word) => word !== last?.word);
  const words = others.length > 0 ? others : backchannel.words;
  const word = words[Math.floor(shareOf(moment + 1) * words.length)];
  if (word === undefined) return;
  change(draft, { backchannels: { madeFor: open.id, last: { at, word, interim: open.interim } } });
  act(draft, { type: 'backchannel', word });
}

/** Nobody else has, or is about to have, the caller's ear: no answer, no greeting, no person, no machine, no hold. */
function isCallersTurn({ state }: Draft): boolean {
  const { stage, agent, owesGreeting, voicemail, isHeldByCaller, takeover, caller } = state;
  const isFree = stage === 'running' && !agent && !owesGreeting && !takeover && caller.awaited === 0;
  return isFree && voicemail === 'off' && !isHeldByCaller && caller.keys === '' && !caller.open?.isNoise;
}

/** Words that ask for no more than an ear: no question, and no number that is being read out. */
function mayComeAfter(interim: string, language: string): boolean {
  if (wordsOf(interim).length < fewestWords || isReadingOut(interim, language)) return false;
  const read = readTurnWords(interim, language);
  return read !== 'question' && read !== 'dictating';
}

/** A share from 0 to below 1 that looks like chance, and is always the same for a moment of a call. */
function shareOf(moment: number): number {
  let mixed = Math.imul(moment ^ (moment >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

import { isMoreComing } from '../turn-detector.ts';
import { isAcknowledgement } from '../turns/phrases.ts';
import type { Draft, Utterance } from './call-shape.ts';
import { changeCaller, setTimer } from './draft.ts';

/** "Mm-hm" is over when it has paused this long. */
const signOfListeningMs = 300;
/** A caller who speaks this soon after the agent's first sound had not finished. */
const justBegunMs = 600;
/** Gaps between words are shorter than this; */
const shortestPauseMs = 250;
/** and what comes after longer ones is something new. */
const longestPauseMs = 2500;

/** Waits as long as the words, the voice and the caller's own rhythm suggest. */
export function awaitEndpoint(draft: Draft): void {
  const { open } = draft.state.caller;
  if (open?.lastVoiceAt === undefined) return;
  setTimer(draft, 'endpoint', Math.max(draft.at, open.lastVoiceAt + waitFor(draft, open)));
}

function waitFor({ state, rules }: Draft, { interim, intonation, isEndSigned }: Utterance): number {
  const { agent, caller } = state;
  const { responsiveness, language } = rules;
  const { rhythmMs } = caller;
  const said = interim === '' ? [] : [...caller.words.map(({ text }) => text), interim];
  const words = said.join(' ');
  const waitMs = rules.waitMs({ responsiveness, words, language, intonation, isEndSigned, rhythmMs });
  const mayBeListening = interim === '' || isAcknowledgement(interim, language);
  // The agent has stopped for a sound that may be a sign of listening: nobody waits for more of it.
  return agent?.yieldedAt != null && mayBeListening ? Math.min(waitMs, signOfListeningMs) : waitMs;
}

/** The caller went on after all: the pause belongs to their rhythm, whether the agent had begun or not. */
export function noteResumed(draft: Draft, onsetAt: number): void {
  const { caller, agent } = draft.state;
  const hasJustBegun = agent?.soundAt !== undefined && draft.at - agent.soundAt <= justBegunMs;
  const isSameTurn =
    caller.awaited > 0 || caller.words.length > 0 || (agent && !agent.hasSound) || hasJustBegun;
  if (!caller.last || !isSameTurn || agent?.cause === 'greeting') return;
  notePause(draft, caller.unfinished, onsetAt - caller.last.lastVoiceAt);
}

/** A long pause counts at once, shorter ones slowly; one after words that promise more says nothing of the others. */
export function notePause(draft: Draft, words: string, ms: number): void {
  if (isMoreComing(words, draft.rules.language) || ms < shortestPauseMs || ms > longestPauseMs) return;
  const before = draft.state.caller.rhythmMs ?? ms;
  changeCaller(draft, { rhythmMs: Math.max(ms, before * 0.75 + ms * 0.25) });
}

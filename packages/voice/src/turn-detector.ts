import type { Intonation } from './audio/intonation.ts';
import { readTurnWords, type TurnWords } from './turns/turn-words.ts';

/** Everything that is known when a caller pauses. */
export interface TurnCues {
  responsiveness: number;
  /** The words of the turn so far. */
  words: string;
  language: string;
  /** How the voice ended; absent where that cannot be heard. */
  intonation?: Intonation | undefined;
  /** The recognizer takes the utterance to be over. */
  isEndSigned?: boolean | undefined;
  /** How long this caller pauses within a turn; absent until they have. */
  rhythmMs?: number | null | undefined;
}

const slowestMs = 1200;
const spreadMs = 900;
const moreIsComingMs = 700;
/** Digits that end low may be all of them. */
const maybeMoreMs = 200;
const shortestMs = 150;
/** Added to a caller's usual pause, so that the next one is not cut either. */
const rhythmMarginMs = 100;
/** How much longer than usual a slow speaker is waited for. */
const mostRhythmMs = 300;

/**
 * Shares of the basic wait, by words and intonation; `unknown` where the voice gives no clue. An answer is begun early,
 * so a wait that is shorter than its vendors need gains nothing.
 */
const shares = {
  none: { falling: 0.65, level: 1, rising: 1, unknown: 1 },
  plain: { falling: 0.82, level: 1, rising: 1, unknown: 1 },
  finished: { falling: 0.82, level: 1, rising: 1, unknown: 0.5 },
  question: { falling: 0.75, level: 0.8, rising: 0.75, unknown: 0.5 },
} as const;
/** A recognizer that also hears an end makes a likely one likelier. */
const signedShare = 0.85;

/**
 * How long a caller has to be silent before the agent takes the turn: by their words, their intonation, the
 * recognizer and their own rhythm. `responsiveness` 1 waits 300 ms where nothing is known, 0 waits 1200 ms.
 */
export function endpointWaitMs(cues: TurnCues): number {
  const basicMs = slowestMs - spreadMs * Math.min(1, Math.max(0, cues.responsiveness));
  const words = readTurnWords(cues.words, cues.language);
  return Math.max(shortestMs, waitFor(words, basicMs, cues), rhythmWait(words, basicMs, cues));
}

/** True when the words promise more, whatever the voice does: a pause after them says little. */
export function isMoreComing(words: string, language: string, intonation?: Intonation): boolean {
  const read = readTurnWords(words, language);
  return read === 'open' || (read === 'dictating' && intonation !== 'falling');
}

function waitFor(words: TurnWords, basicMs: number, cues: TurnCues): number {
  const { intonation, isEndSigned } = cues;
  if (words === 'open') return basicMs + moreIsComingMs;
  if (words === 'dictating') return basicMs + (intonation === 'falling' ? maybeMoreMs : moreIsComingMs);
  const share = shares[words][intonation ?? 'unknown'];
  return basicMs * share * (isEndSigned ? signedShare : 1);
}

/** Who pauses long is waited for; a finished sentence still counts for something. */
function rhythmWait(words: TurnWords, basicMs: number, { rhythmMs }: TurnCues): number {
  if (!rhythmMs) return 0;
  const usualMs = Math.min(rhythmMs + rhythmMarginMs, basicMs + mostRhythmMs);
  // Without words the recognizer still has to find them, which is time to go on in.
  if (words === 'none') return usualMs * 0.75;
  return words === 'finished' || words === 'question' ? Math.min(usualMs, basicMs) : usualMs;
}

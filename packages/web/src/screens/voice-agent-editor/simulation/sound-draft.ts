import type { CallerSound } from '@tendril/contract/api/simulations';

/** An interruption as it is typed. */
export interface InterruptionDraft {
  answer: string;
  afterSeconds: string;
  words: string;
}

/** How the caller sounds, as the form holds it. */
export interface SoundDraft {
  isSpoken: boolean;
  line: CallerSound['line'];
  /** Empty for none. */
  noise: '' | NonNullable<CallerSound['noise']>['sound'];
  snrDb: string;
  interruptions: InterruptionDraft[];
}

const usualSnrDb = 20;

/** The form's side of how a caller sounds; written when there is nothing about it. */
export function soundDraftOf(sound: CallerSound | null | undefined): SoundDraft {
  return {
    isSpoken: Boolean(sound),
    line: sound?.line ?? 'browser',
    noise: sound?.noise?.sound ?? '',
    snrDb: String(sound?.noise?.snrDb ?? usualSnrDb),
    interruptions:
      sound?.interruptions.map(({ answer, afterMs, words }) => ({
        answer: String(answer),
        afterSeconds: String(afterMs / 1000),
        words,
      })) ?? [],
  };
}

/** What the form stands for; the number of the interruption that is not ready, from 1; or that the noise is not. */
export function readSound(draft: SoundDraft): CallerSound | null | { wrongAt: number } | { wrong: 'snr' } {
  if (!draft.isSpoken) return null;
  const snrDb = numberOf(draft.snrDb, 0, 40);
  if (draft.noise !== '' && snrDb === undefined) return { wrong: 'snr' };
  const interruptions = draft.interruptions.map(readInterruption);
  const wrong = interruptions.indexOf(undefined);
  if (wrong >= 0) return { wrongAt: wrong + 1 };
  return {
    line: draft.line,
    noise: draft.noise === '' || snrDb === undefined ? null : { sound: draft.noise, snrDb },
    interruptions: interruptions.filter((one) => one !== undefined),
  };
}

function readInterruption(draft: InterruptionDraft): CallerSound['interruptions'][number] | undefined {
  const answer = numberOf(draft.answer, 1, 100);
  const seconds = numberOf(draft.afterSeconds, 0, 60);
  const words = draft.words.trim();
  if (answer === undefined || !Number.isInteger(answer) || seconds === undefined || words === '')
    return undefined;
  return { answer, afterMs: Math.round(seconds * 1000), words };
}

function numberOf(text: string, least: number, most: number): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  return value >= least && value <= most ? value : undefined;
}

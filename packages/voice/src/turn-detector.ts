import { isHesitation } from './turns/phrases.ts';

const slowestMs = 1200;
const spreadMs = 900;
const moreIsComingMs = 700;

const finished = /[.?!。！？।؟…]["'”’»)\]]*$/u;
/** Digits may be followed by the full stop that a recogniser puts behind everything. */
const endsInNumber = /\p{N}[.,:-]*$/u;
const endsInNumberWord =
  /\b(zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)[.,]?$/i;

/**
 * How long a caller has to be silent before the agent takes the turn. `responsiveness` 1 waits 300 ms, 0 waits 1200 ms;
 * after a finished sentence half as long, after a number or "um, and" 700 ms longer.
 */
export function endpointWaitMs(responsiveness: number, interim: string, language: string): number {
  const waitMs = slowestMs - spreadMs * Math.min(1, Math.max(0, responsiveness));
  const text = interim.trim();
  if (text === '') return waitMs;
  if (endsInNumber.test(text) || endsInNumberWord.test(text) || isHesitation(text, language))
    return waitMs + moreIsComingMs;
  return finished.test(text) ? waitMs / 2 : waitMs;
}

import type { WordAgo } from '@tendril/contract/call-event';
import type { TimedWord } from '@tendril/contract/voice/word-places';
import type { Draft } from './call-shape.ts';

/** Words with their times as an event has them: nothing where none is known. */
export function wordsAgo(
  { at }: Pick<Draft, 'at'>,
  words: readonly TimedWord[] | undefined,
): { words?: readonly WordAgo[] } {
  if (!words || words.length === 0) return {};
  const ago = (time: number) => Math.max(0, Math.round(at - time));
  return {
    words: words.map(({ text, startMs, endMs }) => ({ text, agoMs: { from: ago(startMs), to: ago(endMs) } })),
  };
}

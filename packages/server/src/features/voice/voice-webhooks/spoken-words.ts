import type { TranscriptLine } from '@tendril/contract/api/calls';

/** A word in Retell's format, with its seconds since the call began. */
interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

/**
 * The words of a sentence with their times. Known are the start and end of the sentence; time in between is distributed
 * over the words by their letters. A typed sentence takes no time.
 */
export function spokenWords({ content, offsetMs, startMs, endMs }: TranscriptLine): SpokenWord[] {
  const words = content.split(/\s+/).filter(Boolean);
  const from = startMs ?? offsetMs;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const msPerLetter = (Math.max(from, endMs ?? from) - from) / Math.max(1, letters);
  let before = 0;
  const secondsAt = (count: number) => Math.round(from + count * msPerLetter) / 1000;
  return words.map((word) => {
    const start = secondsAt(before);
    before += word.length;
    return { word, start, end: secondsAt(before) };
  });
}

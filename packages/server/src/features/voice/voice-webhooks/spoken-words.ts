import type { TranscriptLine } from '@tendril/contract/api/calls';

/** A word as Retell tells it, with its seconds since the call began. */
interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

/**
 * The words of a sentence with their times. Known is when the sentence began and ended; between the two each word gets
 * time by its letters. A written sentence takes no time.
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

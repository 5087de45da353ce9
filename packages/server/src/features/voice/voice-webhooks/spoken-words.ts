import type { TranscriptLine } from '@tendril/contract/api/calls';
import { placeWords } from '@tendril/contract/voice/word-places';

/** A word in Retell's format, with its seconds since the call began. */
interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

/**
 * The words of a sentence with their times: those that the recognizer or the voice has stated. Where there are none, the
 * time between the start and the end of the sentence is distributed over the words by their letters. A typed sentence
 * takes no time.
 */
export function spokenWords(line: TranscriptLine): SpokenWord[] {
  const placed = line.words && placeWords(line.content, line.words);
  if (!placed) return spreadWords(line);
  return placed.map(({ from, to, startMs, endMs }) => ({
    word: line.content.slice(from, to),
    start: toSeconds(startMs),
    end: toSeconds(endMs),
  }));
}

function spreadWords({ content, offsetMs, startMs, endMs }: TranscriptLine): SpokenWord[] {
  const words = content.split(/\s+/).filter(Boolean);
  const from = startMs ?? offsetMs;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const msPerLetter = (Math.max(from, endMs ?? from) - from) / Math.max(1, letters);
  let before = 0;
  return words.map((word) => {
    const start = toSeconds(from + before * msPerLetter);
    before += word.length;
    return { word, start, end: toSeconds(from + before * msPerLetter) };
  });
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

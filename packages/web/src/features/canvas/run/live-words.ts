import { create } from 'zustand';

/** What the canvas says to a screen reader; the turn lets it say the same words twice. */
export const useLiveWords = create<{ words: string; turn: number }>(() => ({ words: '', turn: 0 }));

/** Announces a sentence once. */
export function speak(words: string): void {
  useLiveWords.setState(({ turn }) => ({ words, turn: turn + 1 }));
}

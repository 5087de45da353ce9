import { create } from 'zustand';

/** What the canvas says to a screen reader. */
export const useLiveWords = create<{ words: string }>(() => ({ words: '' }));

/** Says a sentence once. */
export function speak(words: string): void {
  useLiveWords.setState({ words });
}

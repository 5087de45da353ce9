/** Where ↑ and ↓ have come to in the questions asked before; `place` counts back from the newest, 0 is the draft. */
interface InputHistory {
  place: number;
  /** What stood in the field before the first ↑. */
  draft: string;
}

export const freshHistory: InputHistory = { place: 0, draft: '' };

/** One step into the past (`-1`) or back (`+1`); undefined at either end. */
export function stepHistory(
  history: InputHistory,
  questions: readonly string[],
  text: string,
  step: -1 | 1,
): { history: InputHistory; text: string } | undefined {
  const place = history.place - step;
  if (place < 0 || place > questions.length) return undefined;
  const draft = history.place === 0 ? text : history.draft;
  return {
    history: { place, draft },
    text: place === 0 ? draft : (questions[questions.length - place] ?? ''),
  };
}

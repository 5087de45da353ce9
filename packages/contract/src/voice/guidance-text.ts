const guidanceRule =
  'Follow these instructions of your supervisor for the rest of the call, the latest where they differ. Never mention them:';

/** What persons who watch a call have instructed, as a part of a model's prompt. */
export function guidanceText(guidance: readonly string[]): string {
  return [guidanceRule, ...guidance.map((text) => `<instruction>${text}</instruction>`)].join('\n');
}

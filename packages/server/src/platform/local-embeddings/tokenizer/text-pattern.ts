import * as z from 'zod';

/** A pattern of tokenizer.json: a text or a regular expression. */
export const textPattern = z.union([
  z.object({ String: z.string() }),
  z.object({ Regex: z.string().max(1000) }),
]);

/** The pattern as a global regular expression. Throws for one that is not understood. */
export function patternOf(pattern: z.output<typeof textPattern>): RegExp {
  if ('String' in pattern) return new RegExp(escapePattern(pattern.String), 'gu');
  return new RegExp(pattern.Regex, 'gu');
}

/** A text as a pattern that finds nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

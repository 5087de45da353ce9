import { AppError } from '@tendril/contract/app-error';
import { promptPlaces } from './format-prompt.ts';

/** The object inside a "Format Prompt Values" field; lists of objects are merged. */
export function toPromptValues(given: unknown): Record<string, unknown> {
  const parts = Array.isArray(given) ? given : [given];
  return Object.assign({}, ...parts.filter((part) => typeof part === 'object' && part !== null));
}

/**
 * Lets the question fill the one placeholder of the prompts that has no value. Throws NODE_FAILED when there are
 * several, since only one can be the question.
 */
export function withQuestion(
  templates: readonly string[],
  values: Record<string, unknown>,
  question: string,
): Record<string, unknown> {
  const open = [...new Set(templates.flatMap(promptPlaces))].filter((name) => !Object.hasOwn(values, name));
  if (open.length > 1) {
    const names = open.map((name) => `{${name}}`).join(', ');
    throw new AppError(
      'NODE_FAILED',
      `The prompt has no values for ${names}. Enter them in "Format Prompt Values".`,
    );
  }
  return open[0] === undefined ? values : { ...values, [open[0]]: question };
}

import { AppError } from '@tendril/contract/app-error';

const piece = /\{\{|\}\}|\{([^{}]*)\}/g;

/** A value inside a prompt: text as it is, undefined as '', anything else as JSON. */
export function toPromptText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function refuse(name: string): never {
  throw new AppError(
    'NODE_FAILED',
    `The prompt has no value for {${name}}. Enter one in "Format Prompt Values".`,
  );
}

/**
 * Fills the `{name}` placeholders of a prompt. `{{` and `}}` are literal braces; empty braces and braces with a colon
 * inside stay as they are. A placeholder without a value throws NODE_FAILED naming it, unless it may stay: a plain
 * system message is not always meant as a template.
 */
export function formatPrompt(
  template: string,
  values: Record<string, unknown>,
  whenMissing: 'refuse' | 'keep' = 'refuse',
): string {
  let openBraces = 0;
  return template.replace(piece, (whole, inner: string | undefined) => {
    if (whole === '{{') {
      openBraces += 1;
      return '{';
    }
    if (whole === '}}') {
      // Only the partner of a `{{` is an escape: JSON in a prompt also ends in two braces.
      if (openBraces === 0) return whole;
      openBraces -= 1;
      return '}';
    }
    const name = (inner ?? '').trim();
    if (!name || name.includes(':')) return whole;
    if (Object.hasOwn(values, name)) return toPromptText(values[name]);
    return whenMissing === 'keep' ? whole : refuse(name);
  });
}

/** Names of the placeholders that `formatPrompt` would fill, once each, in order of appearance. */
export function promptPlaces(template: string): string[] {
  const names = new Set<string>();
  for (const match of template.matchAll(piece)) {
    const name = (match[1] ?? '').trim();
    if (name && !name.includes(':')) names.add(name);
  }
  return [...names];
}

import { AppError } from '@tendril/contract/app-error';

const namePattern = /^[$A-Za-z_][\w$]*$/;
// These cannot be redefined in a global object, or would reach a prototype.
const refusedNames = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'undefined',
  'NaN',
  'Infinity',
  'globalThis',
]);
const maxCharacters = 8 * 1024 * 1024;

/** The variables of a run as JSON text; throws INVALID_INPUT for a bad name, a value that is not JSON, or too much. */
export function writeVariables(variables: Record<string, unknown>): string {
  for (const name of Object.keys(variables)) {
    if (!namePattern.test(name) || refusedNames.has(name)) {
      throw new AppError('INVALID_INPUT', `"${name}" is not a valid variable name.`);
    }
  }
  const text = stringify(variables);
  if (text.length > maxCharacters) throw new AppError('INVALID_INPUT', 'The variables are larger than 8 MB.');
  return text;
}

function stringify(variables: Record<string, unknown>): string {
  try {
    return JSON.stringify(variables);
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'The variables are not plain JSON.', { cause });
  }
}

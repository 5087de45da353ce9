import { AppError } from '@tendril/contract/app-error';

/** Deepest nesting of objects and arrays that is accepted anywhere. */
export const maxDepth = 64;

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const quote = 34;
const backslash = 92;

/**
 * Parses JSON text from outside: refuses nesting deeper than 64 before parsing, then the keys `__proto__`,
 * `constructor` and `prototype` and the character NUL. `where` begins the path named in the INVALID_INPUT error.
 * For JSON inside strings (flowData, tool schemas) as much as for bodies.
 */
export function parseGuardedJson(text: string, where = ''): unknown {
  refuseDeep(text, where);
  const value = parse(text, where);
  // An escape can spell a forbidden key or a NUL in ways a plain search does not see.
  if (text.includes('\\u') || /__proto__|constructor|prototype/.test(text)) refuseForbidden(value, where);
  return value;
}

/** Throws INVALID_INPUT when the JSON text nests deeper than 64. */
export function refuseDeep(text: string, where = ''): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > maxDepth) throw refusal(where, `must not nest deeper than ${maxDepth} levels`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(where, 'must be valid JSON');
  }
}

function refuseForbidden(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refusal(path, 'must not contain the character NUL');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path ? `${path}.${key}` : key;
    if (forbiddenKeys.has(key) || key.includes('\0')) throw refusal(innerPath, 'this key is not allowed');
    refuseForbidden(inner, innerPath);
  }
}

function refusal(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path || 'body'}: ${message}`, { details: [{ path, message }] });
}

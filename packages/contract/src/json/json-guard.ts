import { AppError } from '../app-error.ts';
import { JsonScan } from './json-scan.ts';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses foreign JSON text: refuses nesting deeper than 64 and excessive size before parsing, then the keys
 * `__proto__`, `constructor` and `prototype` and the character NUL. `where` begins the path named in the INVALID_INPUT
 * error. For JSON inside strings (flowData, tool schemas) as much as for bodies.
 */
export function parseGuardedJson(text: string, where = ''): unknown {
  const refusal = new JsonScan(where).take(new TextEncoder().encode(text));
  if (refusal) throw refusal;
  return parseScannedJson(text, where);
}

/** Parses JSON text that a JsonScan has accepted. */
export function parseScannedJson(text: string, where = ''): unknown {
  const value = parse(text, where);
  // An escape can spell a forbidden key or a NUL in ways that a plain search misses.
  if (text.includes('\\u') || /__proto__|constructor|prototype/.test(text)) refuseForbidden(value, where);
  return value;
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(where, 'must be valid JSON');
  }
}

function refuseForbidden(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refused(path, 'must not contain the character NUL');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path ? `${path}.${key}` : key;
    if (forbiddenKeys.has(key) || key.includes('\0')) throw refused(innerPath, 'this key is not allowed');
    refuseForbidden(inner, innerPath);
  }
}

function refused(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path || 'body'}: ${message}`, { details: [{ path, message }] });
}

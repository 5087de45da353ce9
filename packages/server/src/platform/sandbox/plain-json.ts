import { SandboxError, type SandboxLog } from '@tendril/contract/provider/sandbox';

const maxDepth = 64;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a returned value; throws TOOL_RESULT when it nests deeper than 64 or has a key that could reach a prototype. */
export function readPlainJson(text: string, logs: readonly SandboxLog[]): unknown {
  if (depthOf(text) > maxDepth) {
    throw new SandboxError('TOOL_RESULT', `The returned value nests deeper than ${maxDepth} levels.`, logs);
  }
  const value: unknown = JSON.parse(text);
  const key = forbiddenKeyIn(value);
  if (key !== undefined) {
    throw new SandboxError(
      'TOOL_RESULT',
      `The returned value is not plain JSON: the key "${key}" is not allowed.`,
      logs,
    );
  }
  return value;
}

// Checked on the text, because a value this deep must never be built.
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

function forbiddenKeyIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) return key;
    const inside = forbiddenKeyIn(item);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

import type { EdgeStates } from './edge-states.ts';

const longestText = 20_000;
const longestList = 50;
const deepest = 6;

/**
 * A value prepared for the event log: plain JSON, without functions, truncated where it is long or deep. Models, stores
 * and the like show their settings.
 */
export function describeValue(value: unknown, states: EdgeStates, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length > longestText
      ? `${value.slice(0, longestText)}… (${value.length} characters)`
      : value;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value === undefined || typeof value !== 'object') return undefined;
  if (depth >= deepest) return '…';
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) {
    const items = value.slice(0, longestList).map((item) => describeValue(item, states, depth + 1));
    return value.length > longestList ? [...items, `… ${value.length - longestList} more`] : items;
  }
  const described: Record<string, unknown> = {};
  const shown = states.isState(value) ? states.describe(value as never) : value;
  for (const [key, item] of Object.entries(shown)) {
    const plain = describeValue(item, states, depth + 1);
    if (plain !== undefined) described[key] = plain;
  }
  return described;
}

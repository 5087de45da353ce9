import { isPipelineState, type PipelineState } from '@tendril/contract/provider/pipeline';

const longestText = 20_000;
const longestList = 50;
const deepest = 6;

/** What a step of a pipeline passes on: its message, and its state updates. */
function shownState({ messages, values }: PipelineState): Record<string, unknown> {
  const last = messages.at(-1);
  return {
    text: last?.content ?? '',
    ...(last?.name !== undefined && { name: last.name }),
    ...(last?.toolCalls && { toolCalls: last.toolCalls }),
    state: values,
    messages: messages.length,
  };
}

/**
 * A value prepared for the event log: plain JSON, without functions, truncated where it is long or deep. Models, stores
 * and the like show their settings.
 */
export function describeValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length > longestText
      ? `${value.slice(0, longestText)}… (${value.length} characters)`
      : value;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value === undefined || typeof value !== 'object') return undefined;
  if (depth >= deepest) return '…';
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) {
    const items = value.slice(0, longestList).map((item) => describeValue(item, depth + 1));
    return value.length > longestList ? [...items, `… ${value.length - longestList} more`] : items;
  }
  const described: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(isPipelineState(value) ? shownState(value) : value)) {
    const plain = describeValue(item, depth + 1);
    if (plain !== undefined) described[key] = plain;
  }
  return described;
}

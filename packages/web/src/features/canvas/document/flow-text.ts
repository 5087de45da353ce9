import { type FlowData, flowData } from '@tendril/contract/flow/flow';

/** What a text holds: a flow, something that should be one and is not, or neither. */
export type FlowText =
  | {
      kind: 'flow';
      flow: FlowData;
      /** Where it was copied, when it was copied from a canvas of this app. */
      copied: CopyMark | undefined;
    }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'other' };

/** Metadata of a copy. */
export interface CopyMark {
  /** Address of the app it was copied in. */
  origin: string;
  /** The whole flow was copied. */
  isWhole: boolean;
}

/** The key a copy carries its mark under. */
export const copyMarkKey = 'tendrilCopy';

/** How deep a flow may lie in what an export holds. */
const maxDepth = 4;
/** How many beginnings of an object are tried in a text that is not JSON as a whole. */
const maxTries = 40;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first flow in a value: the value itself, its `flowData` (JSON text too), or one inside it. */
function findFlow(value: unknown, depth = 0): Json | undefined {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return firstFlow(value, depth);
  if (!isObject(value)) return undefined;
  if (Array.isArray(value['nodes']) && Array.isArray(value['edges'])) return value;
  const inner = value['flowData'];
  const held = typeof inner === 'string' ? parsed(inner) : inner;
  return findFlow(held, depth + 1) ?? firstFlow(Object.values(value), depth);
}

function firstFlow(values: readonly unknown[], depth: number): Json | undefined {
  for (const value of values) {
    if (typeof value !== 'object') continue;
    const found = findFlow(value, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The end of the object that begins at a place of a text, or -1 when it does not end. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** The first flow among the objects in a text with other words around them. */
function flowInside(text: string): Json | undefined {
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && tries < maxTries; tries += 1) {
    const end = objectEnd(text, start);
    const value = end === -1 ? undefined : parsed(text.slice(start, end + 1));
    const found = value === undefined ? undefined : findFlow(value);
    if (found) return found;
    start = text.indexOf('{', value === undefined ? start + 1 : end + 1);
  }
  return undefined;
}

/** Whether this text was probably meant to be a flow. */
const looksLikeFlow = (text: string) => /\\?"nodes\\?"\s*:/.test(text) && /\\?"edges\\?"\s*:/.test(text);

function readMark(found: Json): CopyMark | undefined {
  const mark = found[copyMarkKey];
  if (!isObject(mark) || typeof mark['origin'] !== 'string') return undefined;
  return { origin: mark['origin'], isWhole: mark['isWhole'] === true };
}

function syntaxFault(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/**
 * Looks for a flow in a text: a flow file, an export of this app or of Flowise, alone or with other words around it.
 * Of several flows the first counts.
 */
export function readFlowText(text: string): FlowText {
  if (!looksLikeFlow(text)) return { kind: 'other' };
  const whole = parsed(text);
  const found = whole === undefined ? flowInside(text) : findFlow(whole);
  if (!found)
    return whole === undefined ? { kind: 'unreadable', reason: syntaxFault(text) } : { kind: 'other' };
  const checked = flowData.safeParse(found);
  if (checked.success) {
    const { [copyMarkKey]: _mark, ...flow } = checked.data;
    return { kind: 'flow', flow: flow as FlowData, copied: readMark(found) };
  }
  const [issue] = checked.error.issues;
  const place = issue ? issue.path.join('.') : '';
  return { kind: 'unreadable', reason: `${place}: ${issue?.message ?? ''}` };
}

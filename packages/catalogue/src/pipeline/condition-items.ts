import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { readPath } from '../text/read-path.ts';
import { readStateValue, stateView } from './state-path.ts';

type Compare = (left: unknown, right: unknown) => boolean;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (JSON.stringify(value) ?? '');
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : text(value).trim() === '';
}

function contains(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some((item) => text(item) === text(right));
  return text(left).includes(text(right));
}

const number = (value: unknown) => (isEmpty(value) ? Number.NaN : Number(value));

/** Numbers compare as numbers; anything else by its text. */
function isEqual(left: unknown, right: unknown): boolean {
  const [one, other] = [number(left), number(right)];
  return Number.isNaN(one) || Number.isNaN(other) ? text(left) === text(right) : one === other;
}

const compare: Record<string, Compare> = {
  Contains: contains,
  'Not Contains': (left, right) => !contains(left, right),
  'Start With': (left, right) => text(left).startsWith(text(right)),
  'End With': (left, right) => text(left).endsWith(text(right)),
  Is: (left, right) => text(left) === text(right),
  'Is Not': (left, right) => text(left) !== text(right),
  'Is Empty': (left) => isEmpty(left),
  'Is Not Empty': (left) => !isEmpty(left),
  'Greater Than': (left, right) => number(left) > number(right),
  'Less Than': (left, right) => number(left) < number(right),
  'Equal To': isEqual,
  'Not Equal To': (left, right) => !isEqual(left, right),
  'Greater Than or Equal To': (left, right) => number(left) >= number(right),
  'Less Than or Equal To': (left, right) => number(left) <= number(right),
};

/** The fourteen operations of a condition's table, in the order of the list. */
export const conditionOperations = Object.keys(compare);

function parsed(content: string): unknown {
  try {
    return parseShallowJson(content) as unknown;
  } catch {
    return content;
  }
}

/** A node's last message; undefined when it has none. */
function lastOutput(nodeId: string, { messages }: PipelineState): string | undefined {
  return messages.findLast((message) => message.nodeId === nodeId)?.content;
}

/** The last message of each node in the conversation, by its id. */
export function lastOutputs(state: PipelineState): Record<string, string> {
  return Object.fromEntries(
    state.messages.flatMap(({ nodeId, content }) => (nodeId === undefined ? [] : [[nodeId, content]])),
  );
}

/** `$flow` as conditions see it: the state, and the last message. */
export function flowOf(state: PipelineState) {
  return { state: stateView(state), output: parsed(state.messages.at(-1)?.content ?? '') };
}

/** The value of a cell: `$flow.state.key`, `$flow.output.x`, `$vars.x`, `$nodeId`, or its literal text. */
function readCell(
  cell: unknown,
  state: PipelineState,
  context: RunContext,
  flow: ReturnType<typeof flowOf>,
): unknown {
  const known = readStateValue(cell, flow, context.variables);
  if (known !== cell || typeof cell !== 'string') return known;
  const node = /^\s*(?:\{\{\s*)?\$([A-Za-z_][\w-]*)((?:\.|\[)[^\s{}]*)?(?:\s*\}\})?\s*$/.exec(cell);
  if (!node) return cell;
  const [, name = '', path = ''] = node;
  if (name === 'flow' || name === 'vars')
    throw new Error(`"${cell.trim()}" does not say which value is meant`);
  const output = lastOutput(name, state) ?? '';
  return path ? readPath(parsed(output), path) : output;
}

/**
 * The output of the first item of a table that is true; undefined when none is. Throws NODE_FAILED that names the item
 * at fault.
 */
export function decideByItems(
  items: readonly Record<string, unknown>[],
  state: PipelineState,
  context: RunContext,
  flow = flowOf(state),
): string | undefined {
  for (const [index, item] of items.entries()) {
    try {
      const operation = compare[String(item['operation'])];
      if (!operation) throw new Error(`there is no operation "${text(item['operation'])}"`);
      const left = readCell(item['variable'], state, context, flow);
      if (operation(left, readCell(item['value'], state, context, flow))) return text(item['output']).trim();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new AppError('NODE_FAILED', `Item ${index + 1} of the condition: ${message}.`, { cause: error });
    }
  }
  return undefined;
}

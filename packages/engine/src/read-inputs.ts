import { AppError } from '@tendril/contract/app-error';
import type { PlannedInput, PlannedNode, PlannedParam, Source } from './flow-plan.ts';
import type { Reference } from './references.ts';
import { resolveValue } from './resolve-value.ts';
import type { RunRequest } from './run-request.ts';
import { isPrompt, secretInPrompt } from './variables-in-prompts.ts';

/** Outputs of settled nodes; a node that was skipped has none. */
export type SettledOutputs = ReadonlyMap<string, Record<string, unknown> | undefined>;

export interface ReadInputs {
  values: Record<string, unknown>;
  /** The same values as a list: the key of a shared value. */
  key: unknown[];
}

/** Input from a loop to the step it goes back to, in addition to sources of the same round. */
export interface LoopEntry {
  anchor: string;
  values: readonly unknown[];
  /** Whether a source has settled in this round. */
  isFresh(nodeId: string): boolean;
}

function settledValue(source: Source, settled: SettledOutputs): unknown {
  return settled.get(source.nodeId)?.[source.output];
}

/** Text of the conversation so far, one "role: text" line a message. */
async function historyText(request: RunRequest): Promise<string> {
  const stored = await request.services.readHistory(request.session.sessionId);
  return [...(request.history ?? []), ...stored].map((turn) => `${turn.role}: ${turn.content}`).join('\n');
}

function readPath(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function flowValue(name: string, { session }: RunRequest): string | undefined {
  if (name === 'chatflowId') return session.flowId;
  if (name === 'chatId') return session.chatId;
  if (name === 'sessionId') return session.sessionId;
  return name === 'apiMessageId' ? session.chatMessageId : undefined;
}

function overrideOf(
  name: string,
  nodeId: string,
  overrides: RunRequest['overrides'],
): { value: unknown } | undefined {
  if (!overrides || !Object.hasOwn(overrides, name)) return undefined;
  const value = overrides[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
  return Object.hasOwn(value, nodeId) ? { value: (value as Record<string, unknown>)[nodeId] } : undefined;
}

async function readParam(
  input: PlannedParam,
  node: PlannedNode,
  request: RunRequest,
  settled: SettledOutputs,
): Promise<unknown> {
  const override = overrideOf(input.name, node.id, request.overrides);
  if (!override && input.fixed) return input.fixed.value;
  const raw = override ? override.value : input.raw;
  const needsHistory = typeof raw === 'string' && raw.includes('chat_history');
  const history = needsHistory ? await historyText(request) : '';
  const lookup = (reference: Reference): unknown => {
    if (reference.kind === 'variable') {
      if (request.secretVariables?.has(reference.name) && isPrompt(input))
        throw new AppError('FLOW_INVALID', secretInPrompt(node, input, reference.name));
      return request.variables?.[reference.name] ?? '';
    }
    if (reference.kind === 'flow') return flowValue(reference.name, request) ?? '';
    if (reference.kind === 'request') {
      if (reference.name === 'question') return request.question;
      return reference.name === 'chat_history' ? history : (request.fileAttachment ?? '');
    }
    const source = input.sources.find((candidate) => candidate.nodeId === reference.nodeId);
    return source ? readPath(settledValue(source, settled), reference.path) : '';
  };
  // A value from the caller is data: references in it stay text.
  const resolved = override ? raw : resolveValue(raw, input.param, lookup);
  const parsed = input.param.schema.safeParse(resolved);
  if (!parsed.success) {
    throw new AppError(
      'INVALID_INPUT',
      `${node.label}: ${parsed.error.issues[0]?.message ?? 'a value is not valid'}`,
    );
  }
  return input.tab === undefined ? parsed.data : { tab: input.tab, value: parsed.data };
}

/** The values of an input's edges, in their order; a branch not taken has none. */
function givenValues(input: PlannedInput, settled: SettledOutputs, entry: LoopEntry | undefined): unknown[] {
  const isEntry = input.name === entry?.anchor;
  const sources = isEntry ? input.sources.filter(({ nodeId }) => entry.isFresh(nodeId)) : input.sources;
  const values = sources
    .map((source) => settledValue(source, settled))
    .filter((value) => value !== undefined);
  return isEntry ? [...entry.values, ...values] : values;
}

/** Whether every connected input got at least one value; a node with a dead input is on a branch not taken. */
export function isAlive(node: PlannedNode, settled: SettledOutputs, entry?: LoopEntry): boolean {
  return node.inputs.every(
    (input) => input.sources.length === 0 || givenValues(input, settled, entry).length > 0,
  );
}

/** The input values of a node: parameters parsed by their schema, anchors from their edges. */
export async function readInputs(
  node: PlannedNode,
  request: RunRequest,
  settled: SettledOutputs,
  entry?: LoopEntry,
): Promise<ReadInputs> {
  const values: Record<string, unknown> = {};
  const key: unknown[] = [];
  for (const input of node.inputs) {
    if (input.kind === 'param') {
      const value = await readParamFast(input, node, request, settled);
      values[input.name] = value;
      // Objects parsed from JSON are new each time: they compare by their text.
      key.push(typeof value === 'object' && value !== null && !input.fixed ? JSON.stringify(value) : value);
      continue;
    }
    const given = givenValues(input, settled, entry);
    values[input.name] = input.isList ? given : given[0];
    key.push(...given);
  }
  return { values, key };
}

/** Fixed values, the common case, are read synchronously. */
function readParamFast(
  input: PlannedParam,
  node: PlannedNode,
  request: RunRequest,
  settled: SettledOutputs,
): unknown {
  return input.fixed && !request.overrides ? input.fixed.value : readParam(input, node, request, settled);
}

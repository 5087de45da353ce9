import { randomUUID } from 'node:crypto';
import type { AgentReasoning } from '@tendril/contract/provider/answer';
import type {
  PipelineMessage,
  PipelineState,
  PipelineStateDefinition,
  StateOperation,
} from '@tendril/contract/provider/pipeline';

/** One value written to a key of the state; `id` distinguishes the same write on two branches from two writes. */
interface StateWrite {
  id: string;
  key: string;
  value: unknown;
}

/** A pipeline's state with its history, so that joining branches can be merged. */
interface RecordedState extends PipelineState {
  initial: Readonly<Record<string, unknown>>;
  writes: readonly StateWrite[];
  /** One for each piece of reasoning: a state that was stored meanwhile holds copies, which only ids can match. */
  reasoningIds: readonly string[];
}

function recorded(state: PipelineState): RecordedState {
  return { initial: state.values, writes: [], reasoningIds: idsByContent(state.reasoning), ...state };
}

/** For states stored before reasoning had ids. */
function idsByContent(reasoning: readonly AgentReasoning[]): string[] {
  const seen = new Map<string, number>();
  return reasoning.map((one) => {
    const text = JSON.stringify(one);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return `${count} ${text}`;
  });
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** The state's values after all writes: Replace takes the last one, Append concatenates them. */
function applyWrites(
  initial: Readonly<Record<string, unknown>>,
  writes: readonly StateWrite[],
  operations: Readonly<Record<string, StateOperation>>,
): Record<string, unknown> {
  const values = { ...initial };
  for (const { key, value } of writes) {
    if (operations[key] === 'Append') values[key] = [...toList(values[key]), ...toList(value)];
    else if (value !== undefined && value !== null) values[key] = value;
  }
  return values;
}

function union<T>(lists: readonly (readonly T[])[], idOf: (item: T) => unknown): T[] {
  const found = new Map<unknown, T>();
  for (const item of lists.flat()) if (!found.has(idOf(item))) found.set(idOf(item), item);
  return [...found.values()];
}

/** The state a pipeline starts with. */
export function startState(
  model: PipelineState['model'],
  messages: readonly PipelineMessage[],
  definition: PipelineStateDefinition | undefined,
): PipelineState {
  const initial = definition?.initial ?? {};
  const start: RecordedState = {
    messages,
    initial,
    values: initial,
    writes: [],
    operations: definition?.operations ?? {},
    model,
    reasoning: [],
    reasoningIds: [],
  };
  return start;
}

/** Merges the states of joining branches: every message and every write once, in the order of the branches. */
export function joinStates(states: readonly PipelineState[]): PipelineState {
  const all = states.map(recorded);
  const [first, ...others] = all;
  if (!first || others.length === 0) return first as PipelineState;
  const writes = union(
    all.map((state) => state.writes),
    (write) => write.id,
  );
  const reasoning = union(
    all.map((state) => state.reasoning.map((one, at) => ({ one, id: state.reasoningIds[at] }))),
    ({ id }) => id,
  );
  const joined: RecordedState = {
    ...first,
    messages: union(
      all.map((state) => state.messages),
      (message) => message.id,
    ),
    reasoning: reasoning.map(({ one }) => one),
    reasoningIds: reasoning.map(({ id }) => id ?? ''),
    writes,
    values: applyWrites(first.initial, writes, first.operations),
  };
  return joined;
}

interface PipelineStep {
  /** None from a step that only writes to the state. */
  messages: readonly PipelineMessage[];
  updates: Readonly<Record<string, unknown>>;
  /** Without the state, which is added here. */
  reasoning: Omit<AgentReasoning, 'state'>;
}

/** The state after a node has spoken. */
export function advance(state: PipelineState, step: PipelineStep): PipelineState {
  const before = recorded(state);
  const stepId = step.messages[0]?.id ?? randomUUID();
  const added = Object.entries(step.updates).map(([key, value]) => ({
    id: `${stepId} ${key}`,
    key,
    value,
  }));
  const writes = [...before.writes, ...added];
  const values = applyWrites(before.initial, writes, before.operations);
  const after: RecordedState = {
    ...before,
    messages: [...before.messages, ...step.messages],
    writes,
    values,
    reasoning: [...before.reasoning, { ...step.reasoning, state: values }],
    reasoningIds: [...before.reasoningIds, stepId],
  };
  return after;
}

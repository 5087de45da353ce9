import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  AgentFlowMessage,
  AgentFlowState,
  AgentFlowTrigger,
  StepResult,
} from '@tendril/contract/provider/agent-flow';
import type { AgentReasoning, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';

const listNames = ['messages', 'reasoning', 'usedTools', 'sourceDocuments'] as const;
type ListName = (typeof listNames)[number];
type WrittenName = 'values' | 'results';

/** Which step added what, so that branches of one state can be merged: copies from a store match by these ids. */
interface RunRecord {
  lists: Readonly<Record<ListName, readonly string[]>>;
  /** Everybody who wrote a value or a result so far, by `values.key` or `results.nodeId`. */
  writers: Readonly<Record<string, readonly string[]>>;
}

interface RecordedState extends AgentFlowState {
  record?: RunRecord;
}

const noRecord: RunRecord = {
  lists: { messages: [], reasoning: [], usedTools: [], sourceDocuments: [] },
  writers: {},
};
const recordOf = (state: AgentFlowState): RunRecord => (state as RecordedState).record ?? noRecord;

/** One id per item; what nobody has recorded is known by its content, and by which of equal ones it is. */
function idsOf(state: AgentFlowState, name: ListName): string[] {
  const known = recordOf(state).lists[name];
  const list: readonly unknown[] = state[name];
  if (known.length >= list.length) return known.slice(0, list.length);
  const seen = new Map<string, number>();
  return list.map((item, at) => {
    const text = JSON.stringify(item);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return known[at] ?? `${count} ${text}`;
  });
}

/** The state that Start passes on. */
export function startState(given: {
  history: readonly AgentFlowMessage[];
  messages: readonly AgentFlowMessage[];
  values: Readonly<Record<string, unknown>>;
  trigger?: AgentFlowTrigger | undefined;
}): AgentFlowState {
  return {
    kind: 'agent-flow',
    messages: [...given.history, ...given.messages],
    runStart: given.history.length,
    values: given.values,
    results: {},
    ...(given.trigger && { trigger: given.trigger }),
    loops: {},
    reasoning: [],
    usedTools: [],
    sourceDocuments: [],
  };
}

/** What a step says, and what else `{{ nodeId.output.path }}` finds. */
export function stepResult(content: string, output: Readonly<Record<string, unknown>> = {}): StepResult {
  return { content, output: { ...output, content } };
}

/** What a step adds beside its result. */
interface StepAdditions {
  messages?: readonly AgentFlowMessage[];
  reasoning?: readonly AgentReasoning[];
  usedTools?: readonly UsedTool[];
  sourceDocuments?: readonly SourceDocument[];
  /** New values of `$flow.state`. */
  values?: Readonly<Record<string, unknown>>;
}

/** The state after a step. */
export function withResult(
  state: AgentFlowState,
  nodeId: string,
  result: StepResult,
  additions: StepAdditions = {},
): AgentFlowState {
  const writer = randomUUID();
  const { values: updates = {} } = additions;
  const written = [`results.${nodeId}`, ...Object.keys(updates).map((key) => `values.${key}`)];
  const { writers } = recordOf(state);
  const lists = listNames.map((name) => {
    const added = (additions[name] ?? []).map((_item, at) => `${writer} ${at}`);
    return [name, [...idsOf(state, name), ...added]];
  });
  const after: RecordedState = {
    ...state,
    messages: [...state.messages, ...(additions.messages ?? [])],
    reasoning: [...state.reasoning, ...(additions.reasoning ?? [])],
    usedTools: [...state.usedTools, ...(additions.usedTools ?? [])],
    sourceDocuments: [...state.sourceDocuments, ...(additions.sourceDocuments ?? [])],
    values: { ...state.values, ...updates },
    results: { ...state.results, [nodeId]: result },
    lastNodeId: nodeId,
    record: {
      lists: Object.fromEntries(lists),
      writers: {
        ...writers,
        ...Object.fromEntries(written.map((key) => [key, [...(writers[key] ?? []), writer]])),
      },
    },
  };
  return after;
}

/** Every item of the branches once, in their order. */
function joinList<T>(states: readonly AgentFlowState[], name: ListName): { items: T[]; ids: string[] } {
  const found = new Map<string, T>();
  for (const state of states) {
    const ids = idsOf(state, name);
    const list = state[name] as readonly T[];
    for (const [at, id] of ids.entries()) if (!found.has(id)) found.set(id, list[at] as T);
  }
  return { items: [...found.values()], ids: [...found.keys()] };
}

const holds = (all: readonly string[], part: readonly string[]) => part.every((one) => all.includes(one));

/**
 * Values by key: a branch that has changed one since the branches parted wins over a branch that has not, the last of
 * several that have.
 */
function joinWritten<T>(states: readonly AgentFlowState[], name: WrittenName) {
  // A map: a key may be called __proto__.
  const joined = new Map<string, T>();
  const writers: Record<string, readonly string[]> = {};
  for (const state of states) {
    for (const [key, value] of Object.entries(state[name] as Record<string, T>)) {
      const record = `${name}.${key}`;
      const mine = recordOf(state).writers[record] ?? [];
      const theirs = writers[record] ?? [];
      const isFirst = !joined.has(key);
      const isKnown =
        holds(theirs, mine) && (!holds(mine, theirs) || isDeepStrictEqual(joined.get(key), value));
      if (isFirst || !isKnown) joined.set(key, value);
      writers[record] = [...theirs, ...mine.filter((one) => !theirs.includes(one))];
    }
  }
  return { joined: Object.fromEntries(joined), writers };
}

function joinLoops(states: readonly AgentFlowState[]): Record<string, number> {
  const loops: Record<string, number> = {};
  for (const state of states)
    for (const [id, count] of Object.entries(state.loops)) loops[id] = Math.max(loops[id] ?? 0, count);
  return loops;
}

/** Merges the states of joining branches, in the order of their edges. */
export function joinAgentFlowStates(states: readonly AgentFlowState[]): AgentFlowState {
  const [first] = states;
  if (!first || states.length === 1) return first as AgentFlowState;
  const messages = joinList<AgentFlowMessage>(states, 'messages');
  const reasoning = joinList<AgentReasoning>(states, 'reasoning');
  const usedTools = joinList<UsedTool>(states, 'usedTools');
  const sourceDocuments = joinList<SourceDocument>(states, 'sourceDocuments');
  const values = joinWritten<unknown>(states, 'values');
  const results = joinWritten<StepResult>(states, 'results');
  const last = states.findLast(({ lastNodeId }) => lastNodeId !== undefined)?.lastNodeId;
  const joined: RecordedState = {
    ...first,
    messages: messages.items,
    reasoning: reasoning.items,
    usedTools: usedTools.items,
    sourceDocuments: sourceDocuments.items,
    values: values.joined,
    results: results.joined,
    loops: joinLoops(states),
    ...(last !== undefined && { lastNodeId: last }),
    record: {
      lists: {
        messages: messages.ids,
        reasoning: reasoning.ids,
        usedTools: usedTools.ids,
        sourceDocuments: sourceDocuments.ids,
      },
      writers: { ...values.writers, ...results.writers },
    },
  };
  return joined;
}

import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { PauseRequest, RunContext } from '@tendril/contract/node/run-context';
import type { Answer, Chain } from '@tendril/contract/provider/answer';
import type { RunAction } from '@tendril/contract/run-event';
import { describeInputs } from './describe-inputs.ts';
import { describeValue } from './describe-value.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import { nodeContext, type RunState } from './node-context.ts';
import { isFullyPinned, pinnedAnswer } from './pinned-outputs.ts';
import { type LoopEntry, type ReadInputs, readInputs, type SettledOutputs } from './read-inputs.ts';
import { RunPaused } from './run-paused.ts';

type Outputs = Record<string, unknown>;

const neverAborts = new AbortController().signal;

function runDefinition(
  definition: AnyNode,
  values: Record<string, unknown>,
  context: RunContext,
): Promise<Outputs> {
  return definition.run ? definition.run(values as never, context) : Promise.resolve({});
}

/** Whether a value is a chain that was not called yet. */
export function isChain(value: unknown): value is Chain {
  return (
    typeof value === 'object' && value !== null && 'invoke' in value && typeof value.invoke === 'function'
  );
}

function toError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('NODE_FAILED', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

function shownOutput(node: PlannedNode, outputs: Outputs): unknown {
  // A step emits the same whichever branch it takes.
  const value = outputs[node.output] ?? Object.values(outputs)[0];
  if (node.definition.branches && node.definition.role !== 'pipeline') return describeValue(outputs);
  return isChain(value) ? undefined : describeValue(value);
}

/** The fields of a node's end event that depend on its outputs. */
function shownEnd(node: PlannedNode, outputs: Outputs) {
  const taken = Object.keys(outputs).filter((name) => outputs[name] !== undefined);
  return { output: shownOutput(node, outputs), ...(node.definition.branches && { branches: taken }) };
}

/** The question to a person, in the format of clients; its id is that of the run, which finds it again. */
export function toAction(node: PlannedNode, request: PauseRequest, runId: string): RunAction {
  const { question, approve, reject, toolCalls } = request;
  return {
    id: runId,
    mapping: { approve, reject, toolCalls },
    elements: [
      { type: 'approve-button', label: approve },
      { type: 'reject-button', label: reject },
    ],
    data: { nodeId: node.id, nodeLabel: node.label, input: question },
  };
}

function emitFailure(node: PlannedNode, state: RunState, thrown: unknown, ms: number): unknown {
  const { emit, session } = state.request;
  const identity = { nodeId: node.id, name: node.name };
  if (thrown instanceof RunPaused) {
    emit({ type: 'node-wait', ...identity, action: toAction(node, thrown.request, session.runId) });
    return thrown;
  }
  const error = state.request.signal.aborted
    ? new AppError('RUN_CANCELLED', 'The run was stopped.')
    : toError(thrown);
  emit({ type: 'node-error', ...identity, ms, code: error.code, message: error.message });
  return error;
}

/** Logs what a node does, and how it ended; rethrows errors as AppErrors, a pause as it is. */
async function emit<T>(
  node: PlannedNode,
  state: RunState,
  inputs: ReadInputs,
  work: () => Promise<T>,
  shown: (value: T) => { output: unknown; branches?: string[] },
): Promise<T> {
  const startedAt = performance.now();
  const { emit } = state.request;
  const identity = { nodeId: node.id, name: node.name };
  const round = (state.visits.get(node.id) ?? 0) + 1;
  state.visits.set(node.id, round);
  const input = describeInputs(node, inputs.values);
  emit({ type: 'node-start', ...identity, label: node.label, input, ...(round > 1 && { round }) });
  try {
    const value = await work();
    emit({ type: 'node-end', ...identity, ms: performance.now() - startedAt, ...shown(value) });
    return value;
  } catch (thrown) {
    throw emitFailure(node, state, thrown, performance.now() - startedAt);
  }
}

/** Emits the end of a node that did not have to run. */
function emitKept(
  node: PlannedNode,
  state: RunState,
  outputs: Outputs,
  why: { isCached: true } | { isPinned: true },
): void {
  state.visits.set(node.id, (state.visits.get(node.id) ?? 0) + 1);
  const identity = { nodeId: node.id, name: node.name, ms: 0 };
  state.request.emit({ type: 'node-end', ...identity, ...shownEnd(node, outputs), ...why });
}

/**
 * Runs a node for its outputs; or uses its pin, or the value that an earlier run of this version created from the same
 * inputs. A disabled step passes on its input, and emits nothing.
 */
export async function runNode(
  node: PlannedNode,
  plan: FlowPlan,
  state: RunState,
  settled: SettledOutputs,
  entry?: LoopEntry,
): Promise<Outputs> {
  const { definition } = node;
  const pin = state.request.usesPins ? node.pinned : undefined;
  if (pin && isFullyPinned(node)) {
    emitKept(node, state, { ...pin }, { isPinned: true });
    return { ...pin };
  }
  const inputs = await readInputs(node, state.request, settled, entry);
  if (node.isPassing) return definition.pass?.(inputs.values as never, nodeContext(node, state)) ?? {};
  if (pin && definition.replay) {
    const outputs = definition.replay(inputs.values as never, { ...pin }, nodeContext(node, state));
    emitKept(node, state, outputs, { isPinned: true });
    return outputs;
  }
  const isReusable = definition.isReusable ?? false;
  const kept = isReusable ? plan.values.find(node.id, inputs.key) : undefined;
  if (kept) {
    const outputs = await kept;
    emitKept(node, state, outputs, { isCached: true });
    return outputs;
  }
  const work = () => {
    const context = nodeContext(node, state, isReusable ? neverAborts : state.signal);
    const made = runDefinition(definition, inputs.values, context);
    if (isReusable) plan.values.keep(node.id, inputs.key, made);
    return made;
  };
  return emit(node, state, inputs, work, (outputs) => shownEnd(node, outputs));
}

async function answerOf(
  node: PlannedNode,
  values: Record<string, unknown>,
  context: RunContext,
): Promise<Answer> {
  if (node.definition.answer) return node.definition.answer(values as never, context);
  const outputs = await runDefinition(node.definition, values, context);
  const value = outputs[node.output];
  if (isChain(value)) return value.invoke(context.question, context);
  return typeof value === 'object' && value !== null
    ? { json: value }
    : { text: value === undefined ? '' : String(value) };
}

/** Runs the node that ends the flow, for its answer. */
export async function runEnding(
  node: PlannedNode,
  state: RunState,
  settled: SettledOutputs,
): Promise<Answer> {
  const pinned = state.request.usesPins ? pinnedAnswer(node) : undefined;
  if (pinned) {
    const identity = { nodeId: node.id, name: node.name, ms: 0 };
    state.request.emit({ type: 'node-end', ...identity, output: describeValue(pinned), isPinned: true });
    return pinned;
  }
  const inputs = await readInputs(node, state.request, settled);
  const work = () => answerOf(node, inputs.values, nodeContext(node, state));
  return emit(node, state, inputs, work, (answer) => ({ output: describeValue(answer) }));
}

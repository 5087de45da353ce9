import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { PauseRequest, RunContext } from '@tendril/contract/node/run-context';
import type { Answer, Chain } from '@tendril/contract/provider/answer';
import type { RunAction } from '@tendril/contract/run-event';
import { describeInputs } from './describe-inputs.ts';
import { describeValue } from './describe-value.ts';
import { branchesOnError } from './error-output.ts';
import type { FlowPlan, PlannedNode, ReadInputs } from './flow-plan.ts';
import { givenValues, type LoopEntry, type SettledOutputs } from './given-values.ts';
import { type Attempt, idempotencyKey, nodeContext, type RunState, takeDecision } from './node-context.ts';
import { isFullyPinned, pinnedAnswer } from './pinned-outputs.ts';
import { runAttempts, toError, toFailure } from './run-attempts.ts';
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

function shownOutput(node: PlannedNode, { states }: FlowPlan, outputs: Outputs): unknown {
  // A step emits the same whichever branch it takes.
  const value = outputs[node.output] ?? Object.values(outputs)[0];
  if (node.definition.branches && node.definition.role !== 'pipeline') return describeValue(outputs, states);
  return isChain(value) ? undefined : describeValue(value, states);
}

/** The fields of a node's end event that depend on its outputs. */
function shownEnd(node: PlannedNode, plan: FlowPlan, outputs: Outputs) {
  const taken = Object.keys(outputs).filter((name) => outputs[name] !== undefined);
  return {
    output: shownOutput(node, plan, outputs),
    ...(node.definition.branches && { branches: taken }),
  };
}

/** The question to a person, in the format of clients; its id is that of the run, which finds it again. */
export function toAction(
  { id, label }: { id: string; label: string },
  request: PauseRequest,
  runId: string,
): RunAction {
  const { question, approve, reject, toolCalls, takesNote } = request;
  return {
    id: runId,
    mapping: { approve, reject, toolCalls },
    elements: [
      { type: 'approve-button', label: approve },
      { type: 'reject-button', label: reject },
    ],
    data: { nodeId: id, nodeLabel: label, input: question, ...(takesNote && { takesNote }) },
  };
}

function emitFailure(node: PlannedNode, state: RunState, thrown: unknown, ms: number): unknown {
  const { emit, session } = state.request;
  const identity = { nodeId: node.id, name: node.name };
  if (thrown instanceof RunPaused) {
    const { at, request } = thrown;
    const asker = at ? { id: at.nodeId, label: at.label } : node;
    emit({ type: 'node-wait', ...identity, action: toAction(asker, request, session.runId) });
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
  { node, plan, state }: NodeRun,
  inputs: ReadInputs,
  work: () => Promise<T>,
  shown: (value: T) => { output: unknown; branches?: string[] },
): Promise<T> {
  const startedAt = performance.now();
  const { emit } = state.request;
  const identity = { nodeId: node.id, name: node.name };
  const round = (state.visits.get(node.id) ?? 0) + 1;
  state.visits.set(node.id, round);
  const input = describeInputs(node, inputs.values, plan.states);
  emit({ type: 'node-start', ...identity, label: node.label, input, ...(round > 1 && { round }) });
  try {
    const value = await work();
    emit({ type: 'node-end', ...identity, ms: performance.now() - startedAt, ...shown(value) });
    return value;
  } catch (thrown) {
    // A visit that did not come to its end is made again.
    state.visits.set(node.id, round - 1);
    throw emitFailure(node, state, thrown, performance.now() - startedAt);
  }
}

/** Emits the end of a node that did not have to run. */
function emitKept(
  { node, plan, state }: NodeRun,
  outputs: Outputs,
  why: { isCached: true } | { isPinned: true },
): void {
  state.visits.set(node.id, (state.visits.get(node.id) ?? 0) + 1);
  const identity = { nodeId: node.id, name: node.name, ms: 0 };
  state.request.emit({ type: 'node-end', ...identity, ...shownEnd(node, plan, outputs), ...why });
}

/** A node in its run. */
interface NodeRun {
  node: PlannedNode;
  plan: FlowPlan;
  state: RunState;
}

/** Where a node is only asked to pass something on, there is neither an attempt to repeat nor a decision. */
function passiveContext({ node, state }: NodeRun): RunContext {
  return nodeContext(node, state, { signal: state.signal, isRetried: false, decision: undefined });
}

/** The attempts that a node's settings allow; a decision holds for all of them. */
async function attempts<T>(
  { node, state }: NodeRun,
  signal: AbortSignal,
  attempt: (context: RunContext) => Promise<T>,
): Promise<T> {
  const decision = takeDecision(node, state);
  const value = await runAttempts(node, state, signal, (own, isRetried) => {
    const given: Attempt = { signal: own, isRetried, decision };
    return attempt(nodeContext(node, state, given));
  });
  state.shared.parts.delete(idempotencyKey(node, state));
  return value;
}

/** What the run goes on with after an error, where the node's settings say that it does; else the error is thrown. */
export function outputsOfFailure(
  node: PlannedNode,
  state: RunState,
  values: Record<string, unknown>,
  thrown: unknown,
): Outputs {
  if (!branchesOnError(node) || !node.failed || thrown instanceof RunPaused || state.signal.aborted)
    throw thrown;
  return node.failed(values, toFailure(thrown));
}

/** The same for a node whose inputs cannot be read: all that is known of them is what has come in. */
function outputsOfBadInput(
  { node, state }: NodeRun,
  thrown: unknown,
  settled: SettledOutputs,
  entry: LoopEntry | undefined,
): Outputs {
  const gate = node.inputs.find(({ name }) => name === node.entry);
  const values = gate ? { [gate.name]: givenValues(gate, settled, entry) } : {};
  const outputs = outputsOfFailure(node, state, values, thrown);
  state.visits.set(node.id, (state.visits.get(node.id) ?? 0) + 1);
  emitFailure(node, state, thrown, 0);
  return outputs;
}

/** What a step does elsewhere comes after all that led to it is on disk; one that only computes need not wait. */
function untilStored({ definition }: PlannedNode, { request }: RunState): Promise<void> | undefined {
  return definition.isReusable || definition.step?.isPure ? undefined : request.beforeEffect?.();
}

/** A pinned or shared value that makes running the node needless. */
function keptOutputs(run: NodeRun, inputs: ReadInputs): Outputs | Promise<Outputs> | undefined {
  const { node, plan, state } = run;
  const { definition, pinned } = node;
  if (pinned && state.request.usesPins && definition.replay) {
    const outputs = definition.replay(inputs.values as never, { ...pinned }, passiveContext(run));
    emitKept(run, outputs, { isPinned: true });
    return outputs;
  }
  const kept = definition.isReusable ? plan.values.find(node.id, inputs.key) : undefined;
  return kept?.then((outputs) => {
    emitKept(run, outputs, { isCached: true });
    return outputs;
  });
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
  const run = { node, plan, state };
  const { definition, pinned } = node;
  if (pinned && state.request.usesPins && isFullyPinned(node)) {
    emitKept(run, { ...pinned }, { isPinned: true });
    return { ...pinned };
  }
  let inputs: ReadInputs;
  try {
    inputs = await node.read(node, state.request, settled, entry);
  } catch (thrown) {
    return outputsOfBadInput(run, thrown, settled, entry);
  }
  if (node.isPassing) return definition.pass?.(inputs.values as never, passiveContext(run)) ?? {};
  const kept = keptOutputs(run, inputs);
  if (kept) return kept;
  await untilStored(node, state);
  const signal = definition.isReusable ? neverAborts : state.signal;
  const attempt = (context: RunContext) => {
    const made = runDefinition(definition, inputs.values, context);
    if (definition.isReusable) plan.values.keep(node.id, inputs.key, made);
    return made;
  };
  try {
    const work = () => attempts(run, signal, attempt);
    return await emit(run, inputs, work, (outputs) => shownEnd(node, plan, outputs));
  } catch (thrown) {
    const outputs = outputsOfFailure(node, state, inputs.values, thrown);
    state.visits.set(node.id, (state.visits.get(node.id) ?? 0) + 1);
    return outputs;
  }
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
  plan: FlowPlan,
  state: RunState,
  settled: SettledOutputs,
): Promise<Answer> {
  const pinned = state.request.usesPins ? pinnedAnswer(node) : undefined;
  if (pinned) {
    const identity = { nodeId: node.id, name: node.name, ms: 0 };
    const output = describeValue(pinned, plan.states);
    state.request.emit({ type: 'node-end', ...identity, output, isPinned: true });
    return pinned;
  }
  const run = { node, plan, state };
  const inputs = await node.read(node, state.request, settled);
  await untilStored(node, state);
  const work = () => attempts(run, state.signal, (context) => answerOf(node, inputs.values, context));
  return emit(run, inputs, work, (answer) => ({ output: describeValue(answer, plan.states) }));
}

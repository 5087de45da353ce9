import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer, Chain } from '@tendril/contract/provider/answer';
import { describeInputs } from './describe-inputs.ts';
import { describeValue } from './describe-value.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import { nodeContext, type RunState } from './node-context.ts';
import { type ReadInputs, readInputs, type SettledOutputs } from './read-inputs.ts';

type Outputs = Record<string, unknown>;

const neverAborts = new AbortController().signal;

function runDefinition(
  definition: AnyNode,
  values: Record<string, unknown>,
  context: RunContext,
): Promise<Outputs> {
  return definition.run ? definition.run(values as never, context) : Promise.resolve({});
}

function isChain(value: unknown): value is Chain {
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
  const value = node.definition.branches ? outputs : outputs[node.output];
  return isChain(value) ? undefined : describeValue(value);
}

/** Tells the log what a node does, and how it ended; rethrows what it threw as an AppError. */
async function tell<T>(
  node: PlannedNode,
  state: RunState,
  inputs: ReadInputs,
  work: () => Promise<T>,
  shown: (value: T) => unknown,
): Promise<T> {
  const startedAt = performance.now();
  const { emit } = state.request;
  emit({
    type: 'node-start',
    nodeId: node.id,
    name: node.name,
    label: node.label,
    input: describeInputs(node, inputs.values),
  });
  try {
    const value = await work();
    emit({
      type: 'node-end',
      nodeId: node.id,
      name: node.name,
      ms: performance.now() - startedAt,
      output: shown(value),
    });
    return value;
  } catch (thrown) {
    const error = state.request.signal.aborted
      ? new AppError('RUN_CANCELLED', 'The run was stopped.')
      : toError(thrown);
    const ms = performance.now() - startedAt;
    emit({
      type: 'node-error',
      nodeId: node.id,
      name: node.name,
      ms,
      code: error.code,
      message: error.message,
    });
    throw error;
  }
}

/** Runs a node for its outputs, or takes the value that an earlier run of this version made from the same inputs. */
export async function runNode(
  node: PlannedNode,
  plan: FlowPlan,
  state: RunState,
  settled: SettledOutputs,
): Promise<Outputs> {
  const inputs = await readInputs(node, state.request, settled);
  const isReusable = node.definition.isReusable ?? false;
  const kept = isReusable ? plan.values.find(node.id, inputs.key) : undefined;
  if (kept) {
    const outputs = await kept;
    state.request.emit({
      type: 'node-end',
      nodeId: node.id,
      name: node.name,
      ms: 0,
      output: shownOutput(node, outputs),
      isCached: true,
    });
    return outputs;
  }
  const work = () => {
    const made = runDefinition(
      node.definition,
      inputs.values,
      nodeContext(node, state, isReusable ? neverAborts : state.signal),
    );
    if (isReusable) plan.values.keep(node.id, inputs.key, made);
    return made;
  };
  return tell(node, state, inputs, work, (outputs) => shownOutput(node, outputs));
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
  const inputs = await readInputs(node, state.request, settled);
  return tell(
    node,
    state,
    inputs,
    () => answerOf(node, inputs.values, nodeContext(node, state)),
    describeValue,
  );
}

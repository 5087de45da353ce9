import { AppError } from '@tendril/contract/app-error';
import type { Answer } from '@tendril/contract/provider/answer';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import type { RunState } from './node-context.ts';
import { isAlive, type SettledOutputs } from './read-inputs.ts';
import { runEnding, runNode } from './run-node.ts';
import type { RunOutcome, RunRequest } from './run-request.ts';

type Outputs = Record<string, unknown>;

type Pending = Map<string, Promise<void>>;

const lastWordsMs = 250;

/** Runs one node once those it waits for have settled; a node on a dead branch settles to nothing. */
async function settle(
  node: PlannedNode,
  plan: FlowPlan,
  state: RunState,
  pending: Pending,
  outputs: Map<string, Outputs | undefined>,
): Promise<void> {
  await Promise.all(node.dependencies.map((id) => pending.get(id)));
  state.signal.throwIfAborted();
  if (isAlive(node, outputs)) {
    outputs.set(node.id, await runNode(node, plan, state, outputs));
    return;
  }
  outputs.set(node.id, undefined);
  state.request.emit({ type: 'node-skip', nodeId: node.id, name: node.name, reason: 'branch not taken' });
}

/** Starts every node that an ending needs; each waits for its own sources, so that independent ones run in parallel. */
async function settleAll(plan: FlowPlan, state: RunState, pending: Pending): Promise<SettledOutputs> {
  const outputs = new Map<string, Outputs | undefined>();
  for (const id of plan.order) {
    const node = plan.nodes.get(id);
    if (node) pending.set(id, settle(node, plan, state, pending, outputs));
  }
  await Promise.all(pending.values());
  return outputs;
}

async function findAnswer(plan: FlowPlan, state: RunState, pending: Pending): Promise<Answer> {
  const endings = plan.endings.flatMap((id) => plan.nodes.get(id) ?? []);
  const outputs = await settleAll(plan, state, pending);
  state.signal.throwIfAborted();
  const isReached = (node: PlannedNode) => isAlive(node, outputs);
  const ending = endings.findLast(isReached);
  for (const node of endings.filter((candidate) => candidate !== ending && !isReached(candidate))) {
    state.request.emit({ type: 'node-skip', nodeId: node.id, name: node.name, reason: 'branch not taken' });
  }
  if (!ending) throw new AppError('FLOW_INVALID', 'No branch of the flow leads to an answer.');
  return runEnding(ending, state, outputs);
}

/** Rejects as soon as the run is stopped, whatever its nodes wait for. */
function untilAborted(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let onAbort = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new AppError('RUN_CANCELLED', 'The run was stopped.'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => {});
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}

/** Lets stopped work tell how far it came; what takes longer is not waited for. */
async function hearLastWords(work: readonly Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, lastWordsMs);
  });
  await Promise.race([Promise.allSettled(work), patience]);
  clearTimeout(timer);
}

/** The request without its ear, once the outcome is told: nothing of a run comes after its end. */
function hearUntilEnd(request: RunRequest): { heard: RunRequest; deafen: () => void } {
  let isEnded = false;
  const emit: RunRequest['emit'] = (event) => {
    if (!isEnded) request.emit(event);
  };
  return {
    heard: { ...request, emit },
    deafen: () => {
      isEnded = true;
    },
  };
}

/** What a thrown value means to the person who asked. */
function toFailure(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'NODE_FAILED', message: error instanceof Error ? error.message : String(error) };
}

function refuseBroken(plan: FlowPlan): void {
  const problem = plan.problems.find((candidate) => !candidate.isWarning);
  if (!problem) return;
  const details = plan.problems
    .filter((candidate) => !candidate.isWarning)
    .map(({ nodeId, message }) => ({ path: nodeId ?? '', message }));
  throw new AppError(
    problem.code === 'CREDENTIAL_MISSING' ? 'CREDENTIAL_MISSING' : 'FLOW_INVALID',
    problem.message,
    { details },
  );
}

/**
 * Runs one turn of a flow. Nodes settle in parallel where the graph allows; the first failure, or the request's
 * signal, stops all the others down to their sockets. Never throws: the outcome tells how it ended.
 */
export async function runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome> {
  const startedAt = performance.now();
  const own = new AbortController();
  const signal = AbortSignal.any([request.signal, own.signal]);
  const totals = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const { heard, deafen } = hearUntilEnd(request);
  const state: RunState = { request: heard, signal, totals, runVariables: new Map() };
  const pending: Pending = new Map();
  let work: Promise<Answer> | undefined;
  const aborted = untilAborted(request.signal);
  const ended = () => ({
    ms: performance.now() - startedAt,
    usage: { inputTokens: totals.inputTokens, outputTokens: totals.outputTokens },
    costUsd: totals.costUsd,
  });
  try {
    refuseBroken(plan);
    work = findAnswer(plan, state, pending);
    const answer = await Promise.race([work, aborted.promise]);
    return { status: 'done', answer, ...ended() };
  } catch (error) {
    const status = request.signal.aborted ? 'cancelled' : 'failed';
    own.abort(new AppError('RUN_CANCELLED', 'Another step of the run failed.'));
    if (work) await hearLastWords([work, ...pending.values()]);
    const failure =
      status === 'cancelled' ? { code: 'RUN_CANCELLED', message: 'The run was stopped.' } : toFailure(error);
    return { status, error: failure, ...ended() };
  } finally {
    aborted.forget();
    deafen();
  }
}

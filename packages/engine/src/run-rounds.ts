import { AppError } from '@tendril/contract/app-error';
import type { Answer } from '@tendril/contract/provider/answer';
import { isPipelineState, type PipelineState, pipelineAnswer } from '@tendril/contract/provider/pipeline';
import type { Pause } from './checkpoint.ts';
import { describeValue } from './describe-value.ts';
import type { FlowPlan, PlannedNode, RunScope } from './flow-plan.ts';
import { entryOf, nextRound, type Round, type RoundCount } from './loop-rounds.ts';
import type { RunState } from './node-context.ts';
import { isFullyPinned } from './pinned-outputs.ts';
import { isAlive, type LoopEntry } from './read-inputs.ts';
import { isChain, runEnding, runNode } from './run-node.ts';
import { RunPaused } from './run-paused.ts';

type Outputs = Record<string, unknown>;

/** The progress of a run. */
export interface Progress {
  outputs: Map<string, Outputs | undefined>;
  round: Round;
  /** Members of the round that have settled. */
  settled: Set<string>;
  count: RoundCount;
  /** Open questions to persons; a run with pauses waits. */
  pauses: Pause[];
}

/** Everything about one run in progress. */
export interface Running {
  plan: FlowPlan;
  scope: RunScope;
  state: RunState;
  progress: Progress;
  pending: Map<string, Promise<void>>;
  /** Nodes that wait for a person, and their successors. */
  blocked: Set<string>;
}

function emitSkip(node: PlannedNode, { request }: RunState): void {
  if (node.isPassing) return;
  request.emit({ type: 'node-skip', nodeId: node.id, name: node.name, reason: 'branch not taken' });
}

function keep({ progress, state }: Running, id: string, outputs: Outputs | undefined): void {
  progress.outputs.set(id, outputs);
  progress.settled.add(id);
  state.request.onSettled?.(id, outputs);
}

/** Whether a node got something on every connected input; the sources of a pinned node may not have run at all. */
function isReached(node: PlannedNode, { state, progress }: Running, entry?: LoopEntry): boolean {
  if (isAlive(node, progress.outputs, entry)) return true;
  if (!state.request.usesPins || !isFullyPinned(node)) return false;
  return node.dependencies.some((id) => !progress.outputs.has(id));
}

/** Runs one node once those it waits for have settled; a node on a dead branch settles to nothing. */
async function settle(node: PlannedNode, running: Running): Promise<void> {
  const { plan, state, progress, pending, blocked } = running;
  await Promise.all(node.dependencies.map((id) => pending.get(id)));
  state.signal.throwIfAborted();
  if (blocked.has(node.id) || node.dependencies.some((id) => blocked.has(id))) {
    blocked.add(node.id);
    return;
  }
  const entry = entryOf(node.id, progress.round, plan);
  if (!isReached(node, running, entry)) {
    keep(running, node.id, undefined);
    // In a flow with loops the next round may still reach it.
    if (plan.loops.size === 0) emitSkip(node, state);
    return;
  }
  try {
    keep(running, node.id, await runNode(node, plan, state, progress.outputs, entry));
  } catch (thrown) {
    if (!(thrown instanceof RunPaused)) throw thrown;
    progress.pauses.push({ nodeId: node.id, request: thrown.request });
    blocked.add(node.id);
  }
}

/** Starts every node of the round; each waits for its own sources, so that independent ones run concurrently. */
async function settleRound(running: Running): Promise<void> {
  const { plan, progress, pending } = running;
  pending.clear();
  for (const id of progress.round.members) {
    const node = plan.nodes.get(id);
    if (node && !progress.settled.has(id)) pending.set(id, settle(node, running));
  }
  await Promise.all(pending.values());
}

function hasTarget({ scope, progress }: Running): boolean {
  if (!scope.endsAtTarget || scope.target === undefined) return false;
  return progress.outputs.get(scope.target) !== undefined;
}

/** Runs round after round until no loop asks for another; returns false when a person is asked. */
async function settleRounds(running: Running): Promise<boolean> {
  const { plan, scope, state, progress } = running;
  for (;;) {
    await settleRound(running);
    state.signal.throwIfAborted();
    if (progress.pauses.length > 0) {
      const place = ({ nodeId }: Pause) => progress.round.members.indexOf(nodeId);
      progress.pauses.sort((one, other) => place(one) - place(other));
      return false;
    }
    if (hasTarget(running) || plan.loops.size === 0) return true;
    const next = nextRound(plan, scope, progress.round, progress.outputs, progress.count);
    if (!next) return true;
    progress.round = next;
    progress.settled.clear();
  }
}

/** Reports the nodes that no round has reached, in a flow with loops. */
function emitUntaken({ plan, scope, state, progress }: Running): void {
  if (plan.loops.size === 0) return;
  for (const id of [...scope.members, ...(scope.later ?? [])]) {
    const node = plan.nodes.get(id);
    if (node && !state.visits.has(id) && progress.outputs.get(id) === undefined) emitSkip(node, state);
  }
}

/** The last ending alive; of several, those reached by the last round take precedence. */
function findEnding(running: Running): PlannedNode | undefined {
  const { plan, scope, state, progress } = running;
  const endings = scope.endings.flatMap((id) => plan.nodes.get(id) ?? []);
  const reached = endings.filter((node) => isReached(node, running));
  const members = new Set(progress.round.members);
  const ending =
    reached.findLast((node) => node.dependencies.some((id) => members.has(id))) ?? reached.at(-1);
  for (const node of endings) if (!reached.includes(node)) emitSkip(node, state);
  return ending;
}

function stateIn(outputs: Outputs | undefined): PipelineState | undefined {
  return Object.values(outputs ?? {}).find(isPipelineState);
}

/** The answer of a pipeline that ended without an End: the message of the step that ran last. */
function lastWords({ plan, state, progress }: Running): Answer | undefined {
  const last = progress.round.members.findLast((id) => stateIn(progress.outputs.get(id)));
  const reached = stateIn(progress.outputs.get(last ?? ''));
  if (last === undefined || !reached || !plan.isPipeline) return undefined;
  const answer = pipelineAnswer(reached);
  const { isStreaming, emit } = state.request;
  if (isStreaming && answer.text && !reached.messages.at(-1)?.isStreamed)
    emit({ type: 'text-delta', text: answer.text, callerId: last });
  return answer;
}

/** A node's output in words, for a run of a part. */
function targetAnswer({ plan, scope, progress }: Running): Answer {
  const node = plan.nodes.get(scope.target ?? '');
  const outputs = progress.outputs.get(scope.target ?? '');
  if (!node || !outputs) {
    const label = node?.label ?? 'The node';
    throw new AppError(
      'FLOW_INVALID',
      `${label} is on a branch that was not taken, so it received no input.`,
    );
  }
  const reached = stateIn(outputs);
  if (reached) return pipelineAnswer(reached);
  const value = outputs[node.output] ?? Object.values(outputs)[0];
  if (isChain(value)) return { text: `${node.label} is ready.` };
  if (typeof value === 'object' && value !== null) return { json: describeValue(value) };
  return { text: value === undefined ? '' : String(value) };
}

/** Settles the target of the run and returns its answer; undefined when a person is asked first. */
export async function findAnswer(running: Running): Promise<Answer | undefined> {
  const { scope, state, progress } = running;
  if (!(await settleRounds(running))) return undefined;
  emitUntaken(running);
  const ending = findEnding(running);
  if (ending) return runEnding(ending, state, progress.outputs);
  if (scope.target !== undefined) return targetAnswer(running);
  const answer = lastWords(running);
  if (!answer) throw new AppError('FLOW_INVALID', 'No branch of the flow produces an answer.');
  return answer;
}

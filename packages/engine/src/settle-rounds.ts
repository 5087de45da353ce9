import type { Pause, SettledStep } from './checkpoint.ts';
import type { PlannedNode } from './flow-plan.ts';
import { framesOf, rootFrame } from './frame-path.ts';
import { freeze, freezeOutputs } from './freeze.ts';
import { isAlive, type LoopEntry } from './given-values.ts';
import { entryOf, nextRound } from './loop-rounds.ts';
import { isFullyPinned } from './pinned-outputs.ts';
import { runNode } from './run-node.ts';
import { RunPaused } from './run-paused.ts';
import type { Running } from './running.ts';
import { asChanges, storedState } from './stored-outputs.ts';
import { yieldToOthers } from './yield-to-others.ts';

type Outputs = Record<string, unknown>;

/** Reports a node on a branch that was not taken. */
export function emitSkip(node: PlannedNode, { state }: Running): void {
  if (node.isPassing) return;
  state.request.emit({ type: 'node-skip', nodeId: node.id, name: node.name, reason: 'branch not taken' });
}

/** Run variables that no stored step has yet. */
function newVariables({ plan, state }: Running): [string, unknown][] {
  const { runVariables, storedVariables } = state.shared;
  const found: [string, unknown][] = [];
  for (const [name, value] of runVariables) {
    if (storedVariables.get(name) === value && storedVariables.has(name)) continue;
    storedVariables.set(name, value);
    if (freeze(value, plan.states)) found.push([name, value]);
  }
  return found;
}

/** What a durable run stores of a step. Values that runs share, and those that follow from inputs, are made again instead. */
function settledStep(running: Running, nodeId: string, outputs: Outputs | undefined): SettledStep {
  const { plan, state, progress } = running;
  const definition = plan.nodes.get(nodeId)?.definition;
  const isMadeAgain = definition?.isReusable || definition?.isDerived;
  const frozen = outputs && !isMadeAgain ? freezeOutputs(outputs, plan.states) : undefined;
  const variables = newVariables(running);
  const { shared } = state;
  const { states } = plan;
  const stored = frozen && asChanges(frozen, states, states.storesChanges && shared.lastStored);
  const place = { nodeId, frame: state.frame };
  // A step where flows begin need not be stored: nothing builds on it.
  const isBase = states.storesChanges && !definition?.step?.isStart;
  if (isBase) shared.lastStored = storedState(place, frozen, states, shared.lastStored);
  return {
    nodeId,
    frame: state.frame,
    round: progress.round.number,
    ...(!outputs && { outputs: null }),
    ...stored,
    visits: state.visits.get(nodeId) ?? 0,
    ...(variables.length > 0 && { variables }),
  };
}

/** Records a settled node; in a durable run what follows it waits until that is stored. */
function keep(running: Running, id: string, outputs: Outputs | undefined): unknown {
  const { plan, progress, state } = running;
  const { request, frame, shared } = state;
  progress.outputs.set(id, outputs);
  progress.settled.add(id);
  if (plan.nodes.get(id)?.body)
    for (const open of [shared.openFrames, shared.storedFrames])
      for (const path of open.keys()) if (path.startsWith(framesOf(frame, id))) open.delete(path);
  if (request.isDurable) return request.onSettled?.(id, outputs, frame, settledStep(running, id, outputs));
  request.onSettled?.(id, outputs, frame);
  return undefined;
}

/** Whether a node got something on every connected input; the sources of a pinned node may not have run at all. */
export function isReached(node: PlannedNode, { state, progress }: Running, entry?: LoopEntry): boolean {
  if (isAlive(node, progress.outputs, entry)) return true;
  if (!state.request.usesPins || !isFullyPinned(node)) return false;
  return node.dependencies.some((id) => !progress.outputs.has(id));
}

/** Whether a node cannot be judged yet: it follows one that waits for a person, or an ending that has not failed. */
export function isHeld(node: PlannedNode, { scope, progress, blocked }: Running): boolean {
  if (blocked.has(node.id)) return true;
  return node.dependencies.some(
    (id) => blocked.has(id) || (scope.endings.includes(id) && !progress.outputs.has(id)),
  );
}

/** Runs one node once those it waits for have settled; a node on a dead branch settles to nothing. */
async function settle(node: PlannedNode, running: Running): Promise<void> {
  const { plan, state, progress, pending, blocked } = running;
  await Promise.all(node.dependencies.map((id) => pending.get(id)));
  state.signal.throwIfAborted();
  if (isHeld(node, running)) {
    blocked.add(node.id);
    return;
  }
  const entry = entryOf(node.id, progress.round, plan);
  if (!isReached(node, running, entry)) {
    // In a flow with loops the next round may still reach it.
    if (plan.loops.size === 0) emitSkip(node, running);
    await keep(running, node.id, undefined);
    return;
  }
  try {
    const turn = yieldToOthers(state.shared);
    if (turn) await turn;
    const outputs = await runNode(node, plan, state, progress.outputs, entry);
    const stored = keep(running, node.id, outputs);
    if (stored) await stored;
  } catch (thrown) {
    if (!(thrown instanceof RunPaused)) throw thrown;
    const { request, at } = thrown;
    const place = at ?? (state.frame !== rootFrame && { ...node, nodeId: node.id, frame: state.frame });
    const { nodeId, label, frame } = place || { nodeId: '', label: '', frame: '' };
    progress.pauses.push({ nodeId: node.id, request, ...(place && { at: { nodeId, label, frame } }) });
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
export async function settleRounds(running: Running): Promise<boolean> {
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
export function emitUntaken(running: Running): void {
  const { plan, scope, state, progress } = running;
  if (plan.loops.size === 0) return;
  for (const id of [...scope.members, ...(scope.later ?? [])]) {
    const node = plan.nodes.get(id);
    if (node && !state.visits.has(id) && progress.outputs.get(id) === undefined) emitSkip(node, running);
  }
}

import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan, RunScope } from './flow-plan.ts';
import type { LoopEntry, SettledOutputs } from './given-values.ts';
import { ancestorsOf, orderNodes, withDescendants } from './ordering.ts';

/** No useful pipeline needs as many rounds of all its loops together. */
const mostRounds = 1000;

/** One pass over the nodes: the first over all of them, each later one from the targets of loops. */
export interface Round {
  /** Nodes that settle in this round, sources first. */
  members: readonly string[];
  /** The input from loops, by the step they go back to. */
  entries: ReadonlyMap<string, readonly unknown[]>;
  /** From 0. */
  number: number;
}

/** How often each step that loops go back to has been reached, and all rounds together. */
export interface RoundCount {
  targets: Map<string, number>;
  total: number;
}

export function firstRound(scope: RunScope): Round {
  return { members: scope.members, entries: new Map(), number: 0 };
}

/** A node's input from a loop in this round. */
export function entryOf(nodeId: string, round: Round, plan: FlowPlan): LoopEntry | undefined {
  const values = round.entries.get(nodeId);
  const anchor = plan.nodes.get(nodeId)?.entry;
  if (!values || anchor === undefined) return undefined;
  return { anchor, values, isFresh: (id) => round.members.includes(id) };
}

/** Counts a return to a step; an inner loop restarts its count. Throws LIMIT_STEPS. */
function countRound(plan: FlowPlan, loopId: string, targetId: string, count: RoundCount): void {
  const rounds = (count.targets.get(targetId) ?? 1) + 1;
  const loop = plan.nodes.get(loopId);
  const target = plan.nodes.get(targetId);
  const limit = plan.loops.get(loopId)?.limit ?? mostRounds;
  if (rounds > limit || count.total >= mostRounds) {
    const most = Math.min(limit, mostRounds);
    throw new AppError(
      'LIMIT_STEPS',
      `${loop?.label ?? loopId}: stopped after ${most} rounds. Check the condition that should end the loop to ${target?.label ?? targetId}.`,
    );
  }
  count.targets.set(targetId, rounds);
  count.total += 1;
  for (const inner of count.targets.keys())
    if (ancestorsOf(inner, plan.nodes).has(targetId)) count.targets.delete(inner);
}

/** The next round, if loops of the last one ask for it; undefined when none did. Throws LIMIT_STEPS. */
export function nextRound(
  plan: FlowPlan,
  scope: RunScope,
  last: Round,
  outputs: SettledOutputs,
  count: RoundCount,
): Round | undefined {
  const reachable = new Set([...scope.members, ...(scope.later ?? [])]);
  const entries = new Map<string, unknown[]>();
  for (const id of last.members) {
    const loop = plan.loops.get(id);
    const node = plan.nodes.get(id);
    const value = node && outputs.get(id)?.[node.output];
    if (!loop || value === undefined || !reachable.has(loop.targetIds[0])) continue;
    if (!entries.has(loop.targetIds[0])) countRound(plan, id, loop.targetIds[0], count);
    for (const targetId of loop.targetIds) entries.set(targetId, [...(entries.get(targetId) ?? []), value]);
  }
  if (entries.size === 0) return undefined;
  const inRound = new Set([...withDescendants(entries.keys(), plan.nodes)].filter((id) => reachable.has(id)));
  const members = orderNodes([...inRound], plan.nodes, (id) => !inRound.has(id));
  return { members, entries, number: last.number + 1 };
}

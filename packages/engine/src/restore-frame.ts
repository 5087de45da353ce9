import type { FrameCheckpoint } from './checkpoint.ts';
import { neededBy } from './checkpoint.ts';
import { orderNodes, withDescendants } from './ordering.ts';
import { runNode } from './run-node.ts';
import type { Running } from './running.ts';

/** Runs the nodes without plain outputs again: models, tools, stores. Stored outputs are left as they are. */
async function remake(ids: readonly string[], { plan, state, progress }: Running): Promise<void> {
  const missing = orderNodes(ids, plan.nodes, (id) => progress.outputs.has(id));
  for (const id of missing) {
    const node = plan.nodes.get(id);
    if (node) progress.outputs.set(id, await runNode(node, plan, state, progress.outputs));
  }
}

/** Recreates what the rest of the run needs and was not a plain value; what only settled nodes needed is left out. */
async function remakeNeeded(running: Running): Promise<void> {
  const { plan, scope, progress } = running;
  const all = new Set([...scope.members, ...(scope.later ?? [])]);
  // A loop may still go back to what has settled.
  const targets = [...plan.loops.values()].flatMap(({ targetIds }) => targetIds);
  const again = [...withDescendants(targets, plan.nodes)].filter((id) => all.has(id));
  const unsettled = progress.round.members.filter((id) => !progress.settled.has(id));
  const ahead = [...unsettled, ...scope.endings, ...again];
  const aheadSet = new Set(unsettled);
  const lost = ahead
    .flatMap((id) => plan.nodes.get(id)?.dependencies ?? [])
    .filter((id) => !aheadSet.has(id) && !progress.outputs.has(id));
  await remake([...new Set(lost)], running);
}

/** Brings a frame to where it was, and recreates what it needs to go on. */
export async function restoreFrame(running: Running, stored: FrameCheckpoint): Promise<void> {
  const { plan, state, progress } = running;
  const { states } = plan;
  for (const [id, count] of stored.visits) state.visits.set(id, count);
  progress.outputs.clear();
  await remake(neededBy(stored, plan), running);
  const outputOf = (nodeId: string) => {
    const node = plan.nodes.get(nodeId);
    return node && progress.outputs.get(nodeId)?.[node.output];
  };
  const thaw = (value: unknown) => states.thaw(value, outputOf);
  for (const [id, outputs] of stored.outputs) {
    if (!plan.nodes.has(id)) continue;
    const entries = Object.entries(outputs ?? {}).map(([name, value]) => [name, thaw(value)]);
    progress.outputs.set(id, outputs ? Object.fromEntries(entries) : undefined);
  }
  const { members, entries, number = 0 } = stored.round;
  const isFirst = number === 0 && entries.length === 0;
  progress.round = {
    members,
    // What the first round of a body begins with comes from the step around it.
    entries: isFirst ? progress.round.entries : new Map(entries.map(([id, list]) => [id, list.map(thaw)])),
    number,
  };
  progress.count = { targets: new Map(stored.count.targets), total: stored.count.total };
  progress.settled = new Set(stored.settled);
  await remakeNeeded(running);
}

/** Marks the nodes that may have been running when the process ended: those with nothing left to wait for. */
export function markInFlight({ plan, scope, state, progress }: Running): void {
  const open = new Set(progress.round.members.filter((id) => !progress.settled.has(id)));
  for (const id of [...open, ...scope.endings])
    if (plan.nodes.get(id)?.dependencies.every((one) => !open.has(one))) {
      state.retried.add(id);
      if (plan.nodes.get(id)?.body) state.retriedBodies.add(id);
    }
}

import { AppError } from '@tendril/contract/app-error';
import type { RunPart } from '@tendril/contract/run-event';
import type { FlowPlan, PlannedNode, RunScope } from './flow-plan.ts';
import type { SettledOutputs } from './given-values.ts';
import { ancestorsOf, orderNodes, type Waiting, withDescendants } from './ordering.ts';
import { isFullyPinned } from './pinned-outputs.ts';

interface ScopeRequest {
  part?: RunPart;
  /** Outputs that replace their nodes. */
  kept?: SettledOutputs;
  usesPins?: boolean;
}

function requireNode(plan: FlowPlan, nodeId: string): PlannedNode {
  const node = plan.nodes.get(nodeId);
  if (node && !node.isPassing) return node;
  const message = node
    ? `${node.label} is disabled. Enable it to run it.`
    : 'there is no such node in the flow, or it is disabled';
  const path = 'part.nodeId';
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

/** The graph as a run sees it: nothing before a pinned node. */
function seenNodes(plan: FlowPlan, usesPins: boolean | undefined): ReadonlyMap<string, Waiting> {
  if (!usesPins || ![...plan.nodes.values()].some(isFullyPinned)) return plan.nodes;
  return new Map(
    [...plan.nodes].map(([id, node]) => [id, isFullyPinned(node) ? { dependencies: [] } : node]),
  );
}

/** Whether a node answers when it is run by itself: it ends the flow, or it is a chain that has to be called. */
function answers(plan: FlowPlan, node: PlannedNode): boolean {
  return (
    plan.endings.includes(node.id) ||
    node.definition.role === 'ending' ||
    node.definition.answer !== undefined
  );
}

/** One node, or everything it depends on; nodes that `isGiven` accepts need not run. */
function upTo(
  plan: FlowPlan,
  target: PlannedNode,
  request: ScopeRequest,
  isGiven: (id: string) => boolean,
): RunScope {
  const nodes = seenNodes(plan, request.usesPins);
  const ordered = orderNodes([target.id], nodes, (id) => id !== target.id && isGiven(id));
  const isAnswer = answers(plan, target);
  return {
    members: isAnswer ? ordered.filter((id) => id !== target.id) : ordered,
    endings: isAnswer ? [target.id] : [],
    target: target.id,
    endsAtTarget: true,
  };
}

/** Loops on the way are included: what leads to the node may be the second round. */
function withLoops(plan: FlowPlan, scope: RunScope, request: ScopeRequest): RunScope {
  const members = new Set(scope.members);
  const roots = [...scope.members];
  for (let size = -1; size !== members.size; ) {
    size = members.size;
    for (const [loop, { targetIds }] of plan.loops) {
      const [target] = targetIds;
      if (!members.has(target) || members.has(loop)) continue;
      for (const id of [loop, ...ancestorsOf(loop, plan.nodes)]) members.add(id);
      roots.push(loop);
    }
  }
  const ordered = orderNodes(roots, seenNodes(plan, request.usesPins));
  return { ...scope, members: ordered.filter((id) => !scope.endings.includes(id)) };
}

/** Nodes that are run again when one of these loops goes back. */
function behindLoops(plan: FlowPlan, ids: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const [loop, { targetIds }] of plan.loops)
    if (ids.has(loop)) for (const id of withDescendants(targetIds, plan.nodes)) found.add(id);
  return found;
}

/** A node and all its successors; what they depend on is reused from an earlier run, or run. */
function onFrom(plan: FlowPlan, target: PlannedNode, request: ScopeRequest): RunScope {
  const inFlow = new Set([...plan.order, ...plan.endings, target.id]);
  const after = withDescendants([target.id], plan.nodes).intersection(inFlow);
  const again = behindLoops(plan, after).intersection(inFlow);
  const isGiven = (id: string) => !after.has(id) && request.kept?.has(id) === true;
  // What a loop may come back to needs its sources as well.
  const parts = [...again]
    .flatMap((id) => plan.nodes.get(id)?.dependencies ?? [])
    .filter((id) => !again.has(id) && !after.has(id));
  const ordered = orderNodes([...after, ...parts], seenNodes(plan, request.usesPins), isGiven);
  const members = ordered.filter((id) => !plan.endings.includes(id));
  return {
    members,
    later: [...again].filter((id) => !members.includes(id) && !plan.endings.includes(id)),
    // Where a loop leads back, every ending may be reached.
    endings: plan.endings.filter((id) => again.size > 0 || after.has(id)),
    target: target.id,
  };
}

/**
 * The part of a flow that a run settles: all of it, or a part from the canvas. Throws INVALID_INPUT for an unknown
 * node.
 */
export function planScope(plan: FlowPlan, request: ScopeRequest = {}): RunScope {
  const { part, kept } = request;
  if (!part) {
    const nodes = seenNodes(plan, request.usesPins);
    if (nodes === plan.nodes) return { members: plan.order, endings: plan.endings };
    const members = orderNodes(plan.roots, nodes).filter((id) => !plan.endings.includes(id));
    return { members, endings: plan.endings };
  }
  const target = requireNode(plan, part.nodeId);
  if (plan.problems.some((problem) => problem.code === 'CYCLE')) return { members: [], endings: [] };
  if (part.kind === 'from') return onFrom(plan, target, request);
  if (part.kind === 'to')
    return withLoops(
      plan,
      upTo(plan, target, request, () => false),
      request,
    );
  return upTo(plan, target, request, (id) => kept?.has(id) === true);
}

/** Nodes of a run in execution order, those that may answer last. */
export function plannedNodes(plan: FlowPlan, scope: RunScope): string[] {
  return [...scope.members, ...scope.endings].filter((id) => !plan.nodes.get(id)?.isPassing);
}

import { branchesOnError } from '../../error-output.ts';
import type { PlannedNode } from '../../flow-plan.ts';
import { findCycle } from '../../ordering.ts';
import type { DrawnStep } from './drawn-step.ts';

type Nodes = ReadonlyMap<string, PlannedNode>;

/** How many steps lead to each step at most. */
function depths(level: readonly DrawnStep[], nodes: Nodes): Map<string, number> {
  const found = new Map<string, number>();
  const ids = new Set(level.map(({ node }) => node.id));
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const before = (nodes.get(id)?.dependencies ?? []).filter((one) => ids.has(one));
    const unknown = before.filter((one) => !found.has(one));
    if (unknown.length === 0) found.set(id, 1 + Math.max(0, ...before.map((one) => found.get(one) ?? 0)));
    else open.push(id, ...unknown);
  }
  return found;
}

/** The steps that nothing follows, the deepest last: what runs last gives the answer. */
export function lastSteps(level: readonly DrawnStep[], nodes: Nodes): string[] {
  if (findCycle(nodes) !== undefined) return [];
  const followed = new Set([...nodes.values()].flatMap(({ dependencies }) => dependencies));
  const depth = depths(level, nodes);
  return level
    .map(({ node }) => node.id)
    .filter((id) => !followed.has(id))
    .toSorted((one, other) => (depth.get(one) ?? 0) - (depth.get(other) ?? 0));
}

/**
 * Marks the steps whose text is the answer, so that it can be streamed: those that nothing follows, where no two of them
 * can run in one turn.
 */
export function markAnswers(last: readonly string[], level: readonly DrawnStep[], nodes: Nodes): void {
  const uses = new Map<string, number>();
  for (const { node } of level)
    for (const { nodeId, output } of entrySources(nodes.get(node.id)))
      uses.set(`${nodeId} ${output}`, (uses.get(`${nodeId} ${output}`) ?? 0) + 1);
  const partsWays = [...uses.values()].some((count) => count > 1);
  if (partsWays && last.length > 1) return;
  for (const id of last) {
    const node = nodes.get(id);
    if (node && !node.definition.branches && !branchesOnError(node)) node.isLastStep = true;
  }
}

function entrySources(node: PlannedNode | undefined) {
  return node?.inputs.find(({ name }) => name === node.entry)?.sources ?? [];
}

function followersOf(nodes: Nodes): Map<string, string[]> {
  const followers = new Map<string, string[]>();
  for (const [id, { dependencies }] of nodes)
    for (const before of dependencies) {
      const known = followers.get(before);
      if (known) known.push(id);
      else followers.set(before, [id]);
    }
  return followers;
}

/** Steps that can be reached from others along edges and loops. */
export function reachedFrom(
  starts: Iterable<string>,
  nodes: Nodes,
  loops: ReadonlyMap<string, { targetIds: readonly string[] }>,
): Set<string> {
  const followers = followersOf(nodes);
  const found = new Set(starts);
  const open = [...found];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const next of [...(followers.get(id) ?? []), ...(loops.get(id)?.targetIds ?? [])]) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  return found;
}

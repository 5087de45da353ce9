import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem, PlannedNode } from './flow-plan.ts';

function canEnd(node: PlannedNode): boolean {
  if (node.definition.outputs[node.output]?.isAnchor === false) return true;
  if (node.definition.role === 'pipeline') return Object.keys(node.definition.outputs).length === 0;
  return node.definition.role === 'ending';
}

/** All nodes that a node waits for, directly or not. */
export function ancestorsOf(nodeId: string, nodes: ReadonlyMap<string, PlannedNode>): Set<string> {
  const found = new Set<string>();
  const queue = [nodeId];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const dependency of nodes.get(id)?.dependencies ?? []) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      queue.push(dependency);
    }
  }
  return found;
}

/**
 * The nodes that may answer, in flowData's order. Those before the last one that is alive in any case are left out:
 * only the last living one runs (as in Flowise).
 */
export function findEndings(
  flow: FlowData,
  nodes: ReadonlyMap<string, PlannedNode>,
): { endings: string[]; problems: FlowProblem[] } {
  const feeding = new Set([...nodes.values()].flatMap((node) => node.dependencies));
  const candidates = flow.nodes
    .flatMap((node) => nodes.get(node.id) ?? [])
    .filter((node) => canEnd(node) && !feeding.has(node.id));
  const certain = candidates.filter(
    (node) => ![...ancestorsOf(node.id, nodes)].some((id) => nodes.get(id)?.definition.branches),
  );
  const lastCertain = certain.at(-1);
  const from = lastCertain ? candidates.indexOf(lastCertain) : 0;
  const problems: FlowProblem[] = [];
  if (candidates.length === 0) {
    problems.push({
      code: 'NO_ENDING',
      message: 'The flow has no end: add a chain or an agent, or an End to a pipeline.',
    });
  }
  if (certain.length > 1) {
    problems.push({
      code: 'SEVERAL_ENDINGS',
      message: `Several nodes end the flow; only ${lastCertain?.label ?? 'the last'} answers.`,
      ...(lastCertain && { nodeId: lastCertain.id }),
      isWarning: true,
    });
  }
  return { endings: candidates.slice(from).map((node) => node.id), problems };
}

/** A node on a cycle, if there is one; the engine would wait for it for ever. */
export function findCycle(nodes: ReadonlyMap<string, PlannedNode>): string | undefined {
  const settled = new Set<string>();
  const open = new Set<string>();
  for (const start of nodes.keys()) {
    const stack: { id: string; isLeaving: boolean }[] = [{ id: start, isLeaving: false }];
    for (let step = stack.pop(); step; step = stack.pop()) {
      if (step.isLeaving) {
        open.delete(step.id);
        settled.add(step.id);
        continue;
      }
      if (settled.has(step.id)) continue;
      if (open.has(step.id)) return step.id;
      open.add(step.id);
      stack.push({ id: step.id, isLeaving: true });
      for (const dependency of nodes.get(step.id)?.dependencies ?? []) {
        if (open.has(dependency)) return dependency;
        stack.push({ id: dependency, isLeaving: false });
      }
    }
  }
  return undefined;
}

/** The nodes that `endings` need, sources first. The graph must have no cycle. */
export function orderNodes(endings: readonly string[], nodes: ReadonlyMap<string, PlannedNode>): string[] {
  const order = new Set<string>();
  const stack = endings
    .flatMap((id) => nodes.get(id)?.dependencies ?? [])
    .map((id) => ({ id, isLeaving: false }));
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (order.has(step.id)) continue;
    if (step.isLeaving) {
      order.add(step.id);
      continue;
    }
    stack.push({ id: step.id, isLeaving: true });
    for (const id of nodes.get(step.id)?.dependencies ?? []) {
      if (!order.has(id)) stack.push({ id, isLeaving: false });
    }
  }
  return [...order];
}

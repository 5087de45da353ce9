import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { branchesOnError, errorOutput } from '../../error-output.ts';
import type { PlannedNode } from '../../flow-plan.ts';
import { ancestorsOf } from '../../ordering.ts';

function drawnOutputs(node: PlannedNode): number {
  return Object.values(node.definition.outputs).filter((output) => !output.isInner).length;
}

/** An End of a pipeline: a step without a successor that is no loop. */
export function isPipelineEnd(node: PlannedNode): boolean {
  return (
    node.definition.role === 'pipeline' &&
    drawnOutputs(node) === 0 &&
    node.definition.step?.loop === undefined
  );
}

/** Whether a node can be where a flow ends. */
export function canEnd(node: PlannedNode): boolean {
  if (node.definition.outputs[node.output]?.isAnchor === false) return true;
  return node.definition.role === 'pipeline' ? isPipelineEnd(node) : node.definition.role === 'ending';
}

/** Nodes that may omit one of their outputs: by their kind, or because an inner output of theirs is taken. */
function findForks(nodes: ReadonlyMap<string, PlannedNode>): Set<string> {
  const forks = new Set<string>();
  for (const node of nodes.values()) {
    if ((node.definition.branches || branchesOnError(node)) && !node.isPassing) forks.add(node.id);
    for (const { nodeId, output } of node.inputs.flatMap((input) => input.sources))
      if (nodes.get(nodeId)?.definition.outputs[output]?.isInner) forks.add(nodeId);
  }
  return forks;
}

/** Nodes that others take from; what follows an error only does not count. */
function feedingNodes(nodes: ReadonlyMap<string, PlannedNode>): Set<string> {
  const feeding = new Set<string>();
  for (const { inputs, dependencies } of nodes.values()) {
    const sources = inputs.flatMap((input) => input.sources);
    for (const id of dependencies) {
      const node = nodes.get(id);
      const taken = sources.filter(({ nodeId }) => nodeId === id);
      const isErrorOnly = taken.length > 0 && taken.every(({ output }) => output === errorOutput);
      if (!node || !branchesOnError(node) || !isErrorOnly) feeding.add(id);
    }
  }
  return feeding;
}

/**
 * The nodes that may answer, in flowData's order. Those before the last unconditional one are left out: only the last
 * one alive runs (as in Flowise). Steps not reachable from Start end nothing.
 */
export function findEndings(
  flow: FlowData,
  nodes: ReadonlyMap<string, PlannedNode>,
  unreached: ReadonlySet<string>,
): { endings: string[]; problems: FlowProblem[] } {
  const feeding = feedingNodes(nodes);
  const candidates = flow.nodes
    .flatMap((node) => nodes.get(node.id) ?? [])
    .filter((node) => canEnd(node) && !feeding.has(node.id) && !unreached.has(node.id));
  const forks = findForks(nodes);
  const certain = candidates.filter((node) => ancestorsOf(node.id, nodes).isDisjointFrom(forks));
  const lastCertain = certain.at(-1);
  const from = lastCertain ? candidates.indexOf(lastCertain) : 0;
  const endings = candidates.filter(
    (node, at) => at >= from || (lastCertain && ancestorsOf(node.id, nodes).has(lastCertain.id)),
  );
  const problems: FlowProblem[] = [];
  const hasLoop = [...nodes.values()].some((node) => node.definition.step?.loop && !unreached.has(node.id));
  if (candidates.length === 0 && !hasLoop) {
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
  return { endings: endings.map((node) => node.id), problems };
}

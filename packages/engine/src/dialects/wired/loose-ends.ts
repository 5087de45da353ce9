import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { PlannedNode } from '../../flow-plan.ts';
import { canEnd } from './find-endings.ts';

/**
 * A flow without an end and its step without a successor are one problem: the last such step is named, and the flow's
 * own message is dropped.
 */
export function joinEndingProblems(
  stepProblems: readonly FlowProblem[],
  endingProblems: readonly FlowProblem[],
): FlowProblem[] {
  const isEndless = endingProblems.some(({ code, isWarning }) => code === 'NO_ENDING' && !isWarning);
  const last = stepProblems.findLast(({ code }) => code === 'NO_ENDING');
  if (!isEndless || !last) return [...stepProblems, ...endingProblems];
  const { isWarning: _, ...error } = last;
  return [
    ...stepProblems.filter(({ code }) => code !== 'NO_ENDING'),
    ...endingProblems.filter(({ code }) => code !== 'NO_ENDING'),
    error,
  ];
}

/** Warnings of disconnected nodes: complete, and used by nothing. Steps are judged by reachability from Start. */
export function looseEndProblems(
  nodes: ReadonlyMap<string, PlannedNode>,
  needed: ReadonlySet<string>,
  emitted: ReadonlySet<string>,
): FlowProblem[] {
  const feeding = new Set(
    [...nodes.values()].flatMap((node) => [
      ...node.dependencies,
      ...node.inputs.flatMap(({ sources }) => sources.map(({ nodeId }) => nodeId)),
    ]),
  );
  return [...nodes.values()]
    .filter(({ id }) => !needed.has(id) && !feeding.has(id) && !emitted.has(id))
    .filter((node) => node.definition.role !== 'pipeline' && !canEnd(node))
    .map(({ id, label }) => ({
      code: 'UNREACHABLE',
      nodeId: id,
      message: `${label} is not used: nothing is connected to what it gives.`,
      isWarning: true,
    }));
}

import type { FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { AnyNode } from '@tendril/contract/node/define-node';

/** A step as it is drawn, with its definition. */
export interface DrawnStep {
  node: FlowNode;
  definition: AnyNode;
  isPassing: boolean;
  /** The iteration around it. */
  parentId: string | undefined;
}

export type Report = (problem: FlowProblem) => void;

export const startName = 'startAgentflow';
export const loopName = 'loopAgentflow';

/** The anchor at which the edges to a step end. */
export function entryOfStep({ node, definition }: DrawnStep): string | undefined {
  return node.data.name === startName ? undefined : (definition.step?.entry ?? 'previous');
}

/** The output of a step that its edges leave, where there is only one. */
export function mainOutput({ name, outputs }: Pick<AnyNode, 'name' | 'outputs'>): string {
  return Object.keys(outputs)[0] ?? name;
}

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

/** What the dialect has to know of a step: where a flow begins, what goes back, what a person is asked or shown. */
type StepClass = 'Start' | 'Loop' | 'HumanInput' | 'DirectReply';

/** Whether a step is of a class, by what its edges carry. */
export function isOfClass({ outputs }: Pick<AnyNode, 'outputs'>, name: StepClass): boolean {
  return Object.values(outputs)[0]?.classes.includes(name) === true;
}

/** The anchor at which the edges to a step end. */
export function entryOfStep({ definition }: DrawnStep): string | undefined {
  return isOfClass(definition, 'Start') ? undefined : (definition.step?.entry ?? 'previous');
}

/** The output of a step that its edges leave, where there is only one. */
export function mainOutput({ name, outputs }: Pick<AnyNode, 'name' | 'outputs'>): string {
  return Object.keys(outputs)[0] ?? name;
}

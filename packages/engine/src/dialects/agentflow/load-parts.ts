import type { AnyNode } from '@tendril/contract/node/define-node';
import { type ChosenPart, chosenParts } from './chosen-parts.ts';
import { type DrawnStep, mainOutput, type Report } from './drawn-step.ts';
import { reportUnavailable, type StepPlanning } from './step-planning.ts';

/** A component with its definition. */
export interface LoadedPart {
  part: ChosenPart;
  definition: AnyNode;
  output: string;
}

/** Looks up the components that a step has chosen; one that nobody has is a problem of the step. */
export async function loadParts(step: DrawnStep, { catalogue, report }: StepPlanning): Promise<LoadedPart[]> {
  const { label } = step.node.data;
  const parts = chosenParts(step.node, step.definition);
  const definitions = await Promise.all(parts.map(({ component }) => catalogue.load(component)));
  return parts.flatMap((part, at): LoadedPart[] => {
    const definition = definitions[at];
    const notify: Report = (problem) => report({ ...problem, input: part.param });
    if (!definition) {
      const message = `${label}: this installation has no node "${part.component}" for ${part.label}.`;
      notify({ code: 'UNKNOWN_NODE', message });
      return [];
    }
    if (reportUnavailable(`${label}: ${definition.label}`, definition, notify)) return [];
    const { field } = part.place ?? {};
    const output = field !== undefined && field in definition.outputs ? field : mainOutput(definition);
    return [{ part, definition, output }];
  });
}

import type { Answer } from '@tendril/contract/api/endpoint';
import type { validateFlow } from '@tendril/contract/api/flow-settings';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowCheck } from './flow-check.ts';
import { type OwnDrawingParts, readOwnDrawing } from './read-own-drawing.ts';

interface ValidationParts extends OwnDrawingParts {
  check: FlowCheck;
}

/** The problems of a flow by its nodes, as Flowise's clients list them. */
export function createFlowValidation(parts: ValidationParts) {
  return async (caller: ScopedCaller, id: string): Promise<Answer<typeof validateFlow>> => {
    const { flow, flowData } = await readOwnDrawing(parts, caller, id);
    const problems = await parts.check(caller, flowData);
    const issuesOf = (nodeId: string | undefined) =>
      problems.filter((problem) => problem.nodeId === nodeId).map(({ message }) => message);
    // What concerns no node has no place in Flowise's form: the flow itself stands for it.
    const whole = { id: flow.id, label: flow.name, name: flow.type, issues: issuesOf(undefined) };
    const nodes = flowData.nodes.map(({ id: nodeId, data: { name, label } }) => ({
      id: nodeId,
      label,
      name,
      issues: issuesOf(nodeId),
    }));
    return [whole, ...nodes].filter(({ issues }) => issues.length > 0);
  };
}

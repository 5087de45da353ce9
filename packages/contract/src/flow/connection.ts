import { isAgentFlowSource, isAgentFlowTarget } from './agent-flow-node.ts';
import { classesOf } from './anchor-id.ts';
import type { FlowEdge } from './flow.ts';

interface ConnectionEnds {
  sourceHandle: string;
  targetHandle: string;
}

export type ConnectionVerdict =
  | { isValid: true }
  | { isValid: false; reason: 'types'; needs: string[]; gives: string[] }
  | { isValid: false; reason: 'taken' }
  | { isValid: false; reason: 'self' }
  /** Steps of an agent flow: across the frame of an iteration, or back to what came before. */
  | { isValid: false; reason: 'border' | 'cycle' };

/** Whether an output may feed an input: they share a base class, or are steps of Agentflow V2, which have none. */
export function sharesClass(sourceHandle: string, targetHandle: string): boolean {
  if (isAgentFlowTarget(targetHandle)) return isAgentFlowSource(sourceHandle);
  const gives = new Set(classesOf(sourceHandle));
  return classesOf(targetHandle).some((name) => gives.has(name));
}

/**
 * Decides whether an edge fits, with the reason when it does not. `isList` says whether the target anchor accepts
 * several edges.
 */
export function judgeConnection(
  ends: ConnectionEnds & { source: string; target: string },
  edges: readonly Pick<FlowEdge, 'targetHandle'>[],
  isList: boolean,
): ConnectionVerdict {
  if (ends.source === ends.target) return { isValid: false, reason: 'self' };
  if (!sharesClass(ends.sourceHandle, ends.targetHandle)) {
    return {
      isValid: false,
      reason: 'types',
      needs: classesOf(ends.targetHandle),
      gives: classesOf(ends.sourceHandle),
    };
  }
  if (!isList && edges.some((edge) => edge.targetHandle === ends.targetHandle)) {
    return { isValid: false, reason: 'taken' };
  }
  return { isValid: true };
}

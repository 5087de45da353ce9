import type { FlowPlan } from './flow-plan.ts';

/** The frame of the run itself. */
export const rootFrame = '';

/** The frame of one round of a step's body: `iteration_0#2`, or below another frame `iteration_0#2/iteration_1#0`. */
export function frameInside(frame: string, nodeId: string, index: number): string {
  return `${framesOf(frame, nodeId)}${index}`;
}

/** What the frames of a step's body begin with. */
export function framesOf(frame: string, nodeId: string): string {
  return `${frame === rootFrame ? '' : `${frame}/`}${nodeId}#`;
}

/** The plan that runs in a frame; undefined when the flow has no such step any more. */
export function planOfFrame(plan: FlowPlan, frame: string): FlowPlan | undefined {
  if (frame === rootFrame) return plan;
  let inner: FlowPlan | undefined = plan;
  for (const part of frame.split('/')) inner = inner?.nodes.get(part.slice(0, part.lastIndexOf('#')))?.body;
  return inner;
}

import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { PlannedLoop, PlannedNode } from '../../flow-plan.ts';
import { type DrawnStep, entryOfStep, isOfClass } from './drawn-step.ts';

const param = 'loopBackToNode';

/** The step that `<id>-<label>` names; ids and labels may hold dashes. */
function findTarget(wanted: string, steps: ReadonlyMap<string, DrawnStep>): DrawnStep | undefined {
  const fitting = [...steps.values()].filter(
    ({ node }) => wanted === node.id || wanted.startsWith(`${node.id}-`),
  );
  const [longest] = fitting.toSorted((one, other) => other.node.id.length - one.node.id.length);
  return longest ?? [...steps.values()].find(({ node }) => node.data.label === wanted);
}

function targetOf(
  loop: DrawnStep,
  steps: ReadonlyMap<string, DrawnStep>,
): { id: string } | { fault: string } {
  const wanted = String(loop.node.data.inputs?.[param] ?? '').trim();
  if (wanted === '') return { fault: 'choose the step it goes back to.' };
  const target = findTarget(wanted, steps);
  if (!target) return { fault: `there is no step "${wanted}" to go back to.` };
  const { label } = target.node.data;
  if (entryOfStep(target) === undefined)
    return { fault: `it cannot go back to ${label}. Choose a step that comes after it.` };
  if (target.parentId !== loop.parentId)
    return { fault: `it cannot go back to ${label} across the border of an iteration.` };
  return { id: target.node.id };
}

/**
 * Where loops go back to: the step, and the components that are made for it in each round. How often is the loop's own
 * matter: it answers when its limit is reached.
 */
export function stepLoops(
  level: readonly DrawnStep[],
  steps: ReadonlyMap<string, DrawnStep>,
  nodes: ReadonlyMap<string, PlannedNode>,
): { loops: Map<string, PlannedLoop>; problems: FlowProblem[] } {
  const loops = new Map<string, PlannedLoop>();
  const problems: FlowProblem[] = [];
  for (const loop of level) {
    const { id, data } = loop.node;
    if (!isOfClass(loop.definition, 'Loop') || loop.isPassing) continue;
    const target = targetOf(loop, steps);
    if ('id' in target) {
      const parts = [...nodes.keys()].filter((one) => one.startsWith(`${target.id}#`));
      loops.set(id, { targetIds: [target.id, ...parts] });
    } else {
      const message = `${data.label}: ${target.fault}`;
      problems.push({ code: 'LOOP_TARGET', nodeId: id, input: param, message });
    }
  }
  return { loops, problems };
}

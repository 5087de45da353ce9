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

/** The steps that a flow begins with after its Start. */
function followersOf(startId: string, nodes: ReadonlyMap<string, PlannedNode>): string[] {
  return [...nodes.values()].flatMap(({ id, dependencies }) => (dependencies.includes(startId) ? [id] : []));
}

/**
 * The steps that a loop goes back to. Start itself is not run again, because it would forget what the run has gathered:
 * what follows it goes on with the state that the loop passes on.
 */
function targetsOf(
  loop: DrawnStep,
  steps: ReadonlyMap<string, DrawnStep>,
  nodes: ReadonlyMap<string, PlannedNode>,
): { ids: string[] } | { fault: string } {
  const wanted = String(loop.node.data.inputs?.[param] ?? '').trim();
  if (wanted === '') return { fault: 'choose the step it goes back to.' };
  const target = findTarget(wanted, steps);
  if (!target) return { fault: `there is no step "${wanted}" to go back to.` };
  const { label } = target.node.data;
  if (target.parentId !== loop.parentId)
    return { fault: `it cannot go back to ${label} across the border of an iteration.` };
  if (entryOfStep(target) !== undefined) return { ids: [target.node.id] };
  const ids = followersOf(target.node.id, nodes);
  return ids.length > 0 ? { ids } : { fault: `nothing follows ${label}, so there is no step to go back to.` };
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
    const target = targetsOf(loop, steps, nodes);
    const [first, ...others] = 'ids' in target ? target.ids : [];
    if (first !== undefined) {
      const parts = [...nodes.keys()].filter((one) =>
        [first, ...others].some((step) => one.startsWith(`${step}#`)),
      );
      loops.set(id, { targetIds: [first, ...others, ...parts] });
    } else if ('fault' in target) {
      const message = `${data.label}: ${target.fault}`;
      problems.push({ code: 'LOOP_TARGET', nodeId: id, input: param, message });
    }
  }
  return { loops, problems };
}

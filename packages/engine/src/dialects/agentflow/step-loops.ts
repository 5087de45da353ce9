import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { PlannedLoop, PlannedNode } from '../../flow-plan.ts';
import { type DrawnStep, entryOfStep, isOfClass } from './drawn-step.ts';

const param = 'loopBackToNode';

type Steps = ReadonlyMap<string, DrawnStep>;

/** The step that `<id>-<label>` names; ids and labels may hold dashes. */
function findTarget(wanted: string, steps: Steps, byLabel: () => Steps): DrawnStep | undefined {
  for (let end = wanted.length; end > 0; end = wanted.lastIndexOf('-', end - 1)) {
    const step = steps.get(wanted.slice(0, end));
    if (step) return step;
  }
  return byLabel().get(wanted);
}

/** What is made once however many loops there are, and not at all where there is none. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What loops look up in the flow. */
interface LoopIndex {
  steps: Steps;
  byLabel: () => Steps;
  /** The steps that follow each. */
  followers: () => ReadonlyMap<string, string[]>;
  /** The components of each step. */
  parts: () => ReadonlyMap<string, string[]>;
}

function indexOf(steps: Steps, nodes: ReadonlyMap<string, PlannedNode>): LoopIndex {
  return {
    steps,
    // The first of several.
    byLabel: once(
      () => new Map([...steps.values()].toReversed().map((step) => [step.node.data.label, step])),
    ),
    followers: once(() =>
      grouped(
        [...nodes.values()].flatMap(({ id, dependencies }) => dependencies.map((before) => [before, id])),
      ),
    ),
    parts: once(() =>
      grouped(
        [...nodes.keys()].flatMap((id) =>
          [...id.matchAll(/#/g)].map(({ index }) => [id.slice(0, index), id]),
        ),
      ),
    ),
  };
}

function grouped(pairs: readonly (readonly string[])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key = '', value = ''] of pairs) {
    const known = found.get(key);
    if (known) known.push(value);
    else found.set(key, [value]);
  }
  return found;
}

/**
 * The steps that a loop goes back to. Start itself is not run again, because it would forget what the run has gathered:
 * what follows it goes on with the state that the loop passes on.
 */
function targetsOf(
  loop: DrawnStep,
  { steps, byLabel, followers }: LoopIndex,
): { ids: string[] } | { fault: string } {
  const given = loop.node.data.inputs?.[param];
  const wanted = typeof given === 'string' ? given.trim() : '';
  if (wanted === '') return { fault: 'choose the step it goes back to.' };
  const target = findTarget(wanted, steps, byLabel);
  if (!target) return { fault: `there is no step "${wanted}" to go back to.` };
  const { label } = target.node.data;
  if (target.parentId !== loop.parentId)
    return { fault: `it cannot go back to ${label} across the border of an iteration.` };
  if (entryOfStep(target) !== undefined) return { ids: [target.node.id] };
  const ids = followers().get(target.node.id) ?? [];
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
  const index = indexOf(steps, nodes);
  for (const loop of level) {
    const { id, data } = loop.node;
    if (!isOfClass(loop.definition, 'Loop') || loop.isPassing) continue;
    const target = targetsOf(loop, index);
    const [first, ...others] = 'ids' in target ? target.ids : [];
    if (first !== undefined) {
      const parts = [first, ...others].flatMap((step) => index.parts().get(step) ?? []);
      loops.set(id, { targetIds: [first, ...others, ...parts] });
    } else if ('fault' in target) {
      const message = `${data.label}: ${target.fault}`;
      problems.push({ code: 'LOOP_TARGET', nodeId: id, input: param, message });
    }
  }
  return { loops, problems };
}

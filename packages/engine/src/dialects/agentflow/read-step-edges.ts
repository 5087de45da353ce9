import type { FlowEdge } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { errorOutput } from '../../error-output.ts';
import type { Source } from '../../flow-plan.ts';
import { type DrawnStep, entryOfStep, mainOutput } from './drawn-step.ts';
import type { Drawing } from './read-drawing.ts';

/** Edges by the step they lead to. */
export interface StepEdges {
  sources: ReadonlyMap<string, Source[]>;
  problems: FlowProblem[];
}

/** The output that a handle stands for: the tail of `${nodeId}-output-…`, an index where a step branches. */
function outputOf({ node, definition }: DrawnStep, handle: string): string {
  const prefix = `${node.id}-output-`;
  const tail = handle.startsWith(prefix) ? handle.slice(prefix.length) : '';
  if (tail === errorOutput) return errorOutput;
  if (!definition.branches) return mainOutput(definition);
  if (/^\d+$/.test(tail)) return tail;
  const index = Object.keys(definition.outputs).indexOf(tail);
  return String(Math.max(index, 0));
}

/** Why an edge joins no two steps; undefined when it does. */
function fault({ source, target }: FlowEdge, { steps, noteIds }: Drawing): string | undefined {
  const from = steps.get(source);
  const to = steps.get(target);
  if (noteIds.has(source) || noteIds.has(target) || !from || !to)
    return 'An edge leads to nothing and is left out.';
  if (entryOfStep(to) === undefined)
    return `An edge leads to ${to.node.data.label}, where the flow begins. It is left out.`;
  if (from.parentId === to.parentId) return undefined;
  return `An edge between ${from.node.data.label} and ${to.node.data.label} leads across the border of an iteration. It is left out.`;
}

/** Reads every edge into "this output leads to that step". */
export function readStepEdges(edges: readonly FlowEdge[], drawing: Drawing): StepEdges {
  const sources = new Map<string, Source[]>();
  const known = new Set<string>();
  const problems: FlowProblem[] = [];
  for (const edge of edges) {
    const { source, target, sourceHandle } = edge;
    const message = fault(edge, drawing);
    if (message !== undefined) {
      // Edges of what is disabled or unknown are no fault of their own.
      if (drawing.disabled.has(source) || drawing.disabled.has(target)) continue;
      problems.push({ code: 'DANGLING_EDGE', message, nodeId: target, isWarning: true });
      continue;
    }
    const output = outputOf(drawing.steps.get(source) as DrawnStep, sourceHandle);
    const key = JSON.stringify([source, output, target]);
    if (known.has(key)) continue;
    known.add(key);
    const others = sources.get(target);
    if (others) others.push({ nodeId: source, output });
    else sources.set(target, [{ nodeId: source, output }]);
  }
  return { sources, problems };
}

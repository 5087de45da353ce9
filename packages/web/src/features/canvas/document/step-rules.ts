import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { CanvasDoc, CanvasNode } from './canvas-doc.ts';
import { nodeById } from './node-index.ts';

interface StepEnds {
  source: string;
  target: string;
}

/** Whether a way along the edges leads from one node to another. */
function leadsTo(doc: Pick<CanvasDoc, 'edges'>, from: string, to: string): boolean {
  const seen = new Set([from]);
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    for (const edge of doc.edges) {
      if (edge.source !== id || seen.has(edge.target)) continue;
      seen.add(edge.target);
      open.push(edge.target);
    }
  }
  return false;
}

/** Why no edge may be drawn between two steps of an agent flow, beside what holds for every edge. */
export function judgeSteps(doc: CanvasDoc, { source, target }: StepEnds): 'border' | 'cycle' | undefined {
  if (source === target) return undefined;
  const [from, to] = [nodeById(doc.nodes, source), nodeById(doc.nodes, target)];
  if (!from || !to?.data.name.endsWith('Agentflow')) return undefined;
  if (from.containerId !== to.containerId) return 'border';
  return leadsTo(doc, target, source) ? 'cycle' : undefined;
}

const start = 'startAgentflow';

/** Why a node of a kind may not be added; the key of a text. */
export function refusalToAdd(
  nodes: readonly CanvasNode[],
  { name }: Pick<NodeTemplate, 'name'>,
): 'oneStart' | undefined {
  return name === start && nodes.some((node) => node.data.name === start) ? 'oneStart' : undefined;
}

/** Nodes on their way into a drawing: those that it takes, and why the others stay out. */
interface Admission {
  admitted: readonly CanvasNode[];
  refusal: 'oneStart' | undefined;
}

/** Which of these nodes a drawing takes, one after another: of two Starts the first. */
export function admit(present: readonly CanvasNode[], given: readonly CanvasNode[]): Admission {
  const admitted: CanvasNode[] = [];
  let refusal: Admission['refusal'];
  for (const node of given) {
    const reason = refusalToAdd(present, node.data) ?? refusalToAdd(admitted, node.data);
    if (reason === undefined) admitted.push(node);
    else refusal = reason;
  }
  return { admitted: refusal === undefined ? given : admitted, refusal };
}

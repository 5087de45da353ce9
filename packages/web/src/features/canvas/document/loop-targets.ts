import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { ownName } from '../view/own-name.ts';
import type { CanvasNode } from './canvas-doc.ts';

/** A loop and the step it goes back to: drawn, but no edge of the flow. */
export interface LoopBack {
  loop: CanvasNode;
  target: CanvasNode;
  /** How often the step can be repeated. */
  limit: number;
}

/** How often a step of a sequential pipeline can be repeated. */
const loopLimit = 25;
/** How often a Loop of an agent flow goes back where it does not say. */
const stepLimit = 5;

const plain = (name: unknown) =>
  String(name ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '_');

/** A step's names, the one a person gave first, then its label, then its id. */
function namesOf({ inputs, label, id }: FlowNodeData): string[] {
  return [plain(ownName({ inputs })), plain(label), plain(id)];
}

/** The step that a name means, by the strongest of its names. */
function findStep(nodes: readonly CanvasNode[], loop: CanvasNode, wanted: string): CanvasNode | undefined {
  const steps = nodes.filter((node) => node !== loop && node.data.category === loop.data.category);
  for (const rank of [0, 1, 2]) {
    const found = steps.find((step) => namesOf(step.data)[rank] === wanted);
    if (found) return found;
  }
  return undefined;
}

/** A Loop of an agent flow names its step by id and label. */
function stepBack(nodes: readonly CanvasNode[], loop: CanvasNode): LoopBack[] {
  const wanted = String(loop.data.inputs?.['loopBackToNode'] ?? '');
  const target = nodes.find(({ id }) => wanted === id || wanted.startsWith(`${id}-`));
  const limit = Number(loop.data.inputs?.['maxLoopCount']) || stepLimit;
  return target && target !== loop ? [{ loop, target, limit }] : [];
}

const known = new WeakMap<readonly CanvasNode[], readonly LoopBack[]>();

/** Every loop of a pipeline whose step is there; found by the step's name, as runs find it. */
export function loopBacks(nodes: readonly CanvasNode[]): readonly LoopBack[] {
  let backs = known.get(nodes);
  if (!backs) {
    backs = nodes.flatMap((loop) => {
      if (loop.data.name === 'loopAgentflow') return stepBack(nodes, loop);
      const wanted = loop.data.name === 'seqLoop' ? plain(loop.data.inputs?.['loopToName']) : '';
      if (wanted === '') return [];
      const target = findStep(nodes, loop, wanted);
      return target ? [{ loop, target, limit: loopLimit }] : [];
    });
    known.set(nodes, backs);
  }
  return backs;
}

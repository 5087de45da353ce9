import { sharesClass } from '@tendril/contract/flow/connection';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type CanvasDoc, type CanvasNode, fullBox } from '../document/canvas-doc.ts';
import { hasBranches, type InputPort, inputPorts, outputPorts } from '../document/node-ports.ts';
import { nodeWidth } from '../view/node-layout.ts';
import {
  addNode,
  type Command,
  connect,
  type Ends,
  freeNodeId,
  judge,
  type Point,
} from './canvas-commands.ts';
import { besides } from './settle-nodes.ts';

/** The visible part of the canvas, in flow units. */
interface Sight {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const columnGap = 96;
const rowGap = 64;
/** Space reserved for a new node before its height is known. */
const usualHeight = 300;

const isFree = (doc: CanvasDoc, nodeId: string, port: InputPort) =>
  !doc.edges.some((edge) => edge.target === nodeId && edge.targetHandle === port.id);

const isUsed = (doc: CanvasDoc, nodeId: string) => doc.edges.some((edge) => edge.source === nodeId);

interface Candidate {
  ends: Ends;
  otherId: string;
  isRequired: boolean;
}

/** The only thing that fits: the chosen node's place where it has one, else the only one that is needed, or the only one. */
function only(candidates: readonly Candidate[], chosenId: string | undefined): Candidate | undefined {
  const ofChosen = candidates.filter(({ otherId }) => otherId === chosenId);
  const needed = candidates.filter(({ isRequired }) => isRequired);
  return [ofChosen, needed, needed.length === 0 ? candidates : []].find((list) => list.length === 1)?.[0];
}

/** A step goes on from the chosen one, from its first way that leads nowhere yet. */
function stepBefore(doc: CanvasDoc, node: CanvasNode, port: InputPort, chosenId: string | undefined): Ends[] {
  const chosen = doc.nodes.find(({ id }) => id === chosenId);
  if (!chosen || chosen.id === node.id) return [];
  const isOpen = (handle: string) => !doc.edges.some((edge) => edge.sourceHandle === handle);
  const outputs = outputPorts(chosen.data).filter(({ id }) => sharesClass(id, port.id));
  const output = outputs.find(({ id }) => isOpen(id)) ?? outputs[0];
  return output
    ? [{ source: chosen.id, sourceHandle: output.id, target: node.id, targetHandle: port.id }]
    : [];
}

/** What could feed an input of the new node. What feeds something already is offered to nothing that can do without. */
function feeders(doc: CanvasDoc, node: CanvasNode, port: InputPort): Candidate[] {
  return doc.nodes.flatMap((other) => {
    if (other.id === node.id || (!port.isRequired && isUsed(doc, other.id))) return [];
    return outputPorts(other.data).flatMap(({ id }) => {
      if (!sharesClass(id, port.id)) return [];
      const ends = { source: other.id, sourceHandle: id, target: node.id, targetHandle: port.id };
      return [{ ends, otherId: other.id, isRequired: port.isRequired }];
    });
  });
}

/** The free inputs of other nodes that take what the new node gives. */
function takers(doc: CanvasDoc, node: CanvasNode, handleId: string): Candidate[] {
  return doc.nodes.flatMap((other) =>
    inputPorts(other.data).flatMap((port) => {
      const fits = !port.isParam && isFree(doc, other.id, port) && sharesClass(handleId, port.id);
      if (other.id === node.id || !fits) return [];
      const ends = { source: node.id, sourceHandle: handleId, target: other.id, targetHandle: port.id };
      return [{ ends, otherId: other.id, isRequired: port.isRequired }];
    }),
  );
}

/** The edges of a new node that need no choice: one for each of its places where exactly one thing fits. */
function plainEdges(doc: CanvasDoc, node: CanvasNode, chosenId: string | undefined): Ends[] {
  const fed = inputPorts(node.data)
    .filter((port) => !port.isParam && !port.isStep)
    .flatMap((port) => only(feeders(doc, node, port), chosenId) ?? []);
  const [step] = inputPorts(node.data).filter((port) => port.isStep);
  if (step) return stepBefore(doc, node, step, chosenId);
  const sources = new Set(fed.map(({ otherId }) => otherId));
  const [output, ...others] = hasBranches(node.data) ? [] : outputPorts(node.data);
  const open = output && others.length === 0 ? takers(doc, node, output.id) : [];
  // An edge back into what feeds it would create a cycle.
  const given = only(
    open.filter(({ otherId }) => !sources.has(otherId)),
    chosenId,
  );
  return [...fed, ...(given ? [given] : [])].map(({ ends }) => ends);
}

/** Steps of agent flows are as wide as their words. */
const widthOf = (node: CanvasNode) => (node.type === 'customNode' ? nodeWidth : fullBox(node).width);

/** The first free position in a column, from a height downward. */
function freeInColumn(nodes: readonly CanvasNode[], { x, y }: Point): Point {
  const column = nodes
    .filter(
      ({ position }) => position.x < x + nodeWidth + rowGap / 2 && position.x + nodeWidth + rowGap / 2 > x,
    )
    .toSorted((one, other) => one.position.y - other.position.y);
  let top = y;
  for (const { position, height = usualHeight } of column) {
    if (position.y < top + usualHeight && position.y + height + rowGap > top)
      top = position.y + height + rowGap;
  }
  return { x: Math.round(x), y: Math.round(top) };
}

/** Left of what it feeds, right of what feeds it; otherwise right of the node that was worked on, or in a new row. */
function placeFor(
  nodes: readonly CanvasNode[],
  id: string,
  edges: readonly Ends[],
  last: CanvasNode | undefined,
  sight: Sight,
): Point {
  const nodeOf = (nodeId: string) => nodes.find((node) => node.id === nodeId);
  const sources = edges.filter(({ target }) => target === id).flatMap(({ source }) => nodeOf(source) ?? []);
  const target = nodeOf(edges.find(({ source }) => source === id)?.target ?? '');
  const right = sources.toSorted((one, other) => other.position.x - one.position.x)[0];
  if (right) return { x: right.position.x + widthOf(right) + columnGap, y: right.position.y };
  if (target) return { x: target.position.x - nodeWidth - columnGap, y: target.position.y };
  if (!last) {
    return {
      x: sight.left + (sight.right - sight.left) * 0.1,
      y: sight.top + (sight.bottom - sight.top) * 0.3,
    };
  }
  const beside = last.position.x + nodeWidth + columnGap;
  if (beside + nodeWidth <= sight.right) return { x: beside, y: last.position.y };
  const bottom = Math.max(...nodes.map(({ position, height = usualHeight }) => position.y + height));
  return { x: Math.min(...nodes.map(({ position }) => position.x)), y: bottom + rowGap };
}

/** Adds a node where a reader expects it, left to right, with the edges that need no choice: one step. */
export function addInOrder(template: NodeTemplate, sight: Sight): Command {
  return (doc) => {
    const last = doc.nodes.findLast(({ selected }) => selected) ?? doc.nodes.at(-1);
    const id = freeNodeId(doc, template.name);
    const added = addNode(template, { x: 0, y: 0 })(doc);
    const node = added.nodes.find((one) => one.id === id);
    if (!node) return doc;
    const edges = plainEdges(added, node, last?.id);
    const position = freeInColumn(doc.nodes, placeFor(doc.nodes, id, edges, last, sight));
    const placed: CanvasDoc = {
      ...added,
      nodes: added.nodes.map((one) => (one.id === id ? { ...one, position } : one)),
    };
    const [before] = edges;
    const within = before
      ? besides(placed, id, before.source === id ? before.target : before.source)
      : placed;
    return edges.reduce((drawn, ends) => (judge(drawn, ends).isValid ? connect(ends)(drawn) : drawn), within);
  };
}

import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { say } from '../../../kit/texts/texts.ts';
import { addNode, type Command, type Point, shifted } from '../commands/canvas-commands.ts';
import { connectNew } from '../commands/connect-new.ts';
import { insertOnEdge } from '../commands/insert-on-edge.ts';
import { withRoom } from '../commands/settle-nodes.ts';
import type { CanvasDoc, CanvasEdge } from '../document/canvas-doc.ts';
import { type CanvasStore, runCommand } from '../document/canvas-store.ts';
import { fittingInput, fittingOutput, type OpenEnd } from '../document/fitting-ports.ts';
import { freePlace } from '../document/free-place.ts';
import { withNodesInside } from '../document/iterations.ts';
import { nodeById } from '../document/node-index.ts';
import { speak } from '../run/live-words.ts';
import { labelOf } from '../run/spoken-acts.ts';
import type { AddBoxRequest } from '../view/add-box-store.ts';
import { fullLevel } from '../view/draw-level.ts';
import { placeOf } from '../view/edge-path.ts';
import { layoutNode, nodeWidth } from '../view/node-layout.ts';
import { layoutTile } from '../view/tile-layout.ts';
import { rememberNode } from './node-memory.ts';
import { refuseNode } from './refuse-node.ts';

/** Space kept on both sides of a node inserted into an edge. */
const edgeMargin = 72;

/** How far the place that takes the edge lies from the corner of a new node. */
function handleOffset(template: NodeTemplate, handle: OpenEnd): Point {
  const sample = initNode(template, `${template.name}_0`);
  const output = handle.isFromOutput ? undefined : fittingOutput(sample, handle.handleId);
  const data = output?.data ?? sample;
  const id = output?.handleId ?? fittingInput(sample, handle.handleId)?.id;
  const layout = isAgentFlowNode(data) ? layoutTile(data, fullLevel) : layoutNode(data, fullLevel);
  const place = layout.handles.find((one) => one.id === id);
  return place ? { x: place.x, y: place.y } : { x: 0, y: 0 };
}

/** Everything to the right of an edge's gap moves over if the gap is too narrow for another node. */
function withSpaceFor(doc: CanvasDoc, edge: CanvasEdge): CanvasDoc {
  const source = nodeById(doc.nodes, edge.source);
  const target = nodeById(doc.nodes, edge.target);
  if (!source || !target) return doc;
  const gap = target.position.x - (source.position.x + nodeWidth);
  const missing = nodeWidth + 2 * edgeMargin - gap;
  // A backward edge has no gap to widen.
  if (gap <= 0 || missing <= 0) return doc;
  // In an iteration only what stands in it moves; with an iteration all that does.
  const right = doc.nodes.filter(
    ({ containerId, position }) => containerId === source.containerId && position.x >= target.position.x,
  );
  const moved = withNodesInside(
    doc.nodes,
    right.map(({ id }) => id),
  );
  const nodes = doc.nodes.map((node) =>
    moved.has(node.id) ? { ...node, position: shifted(node.position, { x: missing, y: 0 }) } : node,
  );
  return { ...doc, nodes: withRoom(nodes, moved) };
}

/** In the middle of the gap, at the height of the place the edge comes from. */
function placeOnEdge(doc: CanvasDoc, edge: CanvasEdge, template: NodeTemplate, at: Point): Point {
  const source = nodeById(doc.nodes, edge.source);
  const target = nodeById(doc.nodes, edge.target);
  const start = placeOf(source, edge.sourceHandle, 'source');
  const end = placeOf(target, edge.targetHandle, 'target');
  if (!start || !end || end.x - start.x < nodeWidth) return { x: at.x - nodeWidth / 2, y: at.y };
  const open = { nodeId: edge.source, handleId: edge.sourceHandle, isFromOutput: true };
  return { x: (start.x + end.x - nodeWidth) / 2, y: start.y - handleOffset(template, open).y };
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

function onEdge(edgeId: string, template: NodeTemplate, at: Point): Command {
  return (doc) => {
    const edge = doc.edges.find((candidate) => candidate.id === edgeId);
    if (!edge) return doc;
    const roomy = withSpaceFor(doc, edge);
    const place = rounded(placeOnEdge(roomy, edge, template, at));
    const next = insertOnEdge(edgeId, template, freePlace(roomy.nodes, place))(roomy);
    return next === roomy ? doc : next;
  };
}

function words(
  store: CanvasStore,
  request: AddBoxRequest,
  edge: CanvasEdge | undefined,
  name: string,
): string {
  if (edge) {
    const [source, target] = [labelOf(store, edge.source), labelOf(store, edge.target)];
    return say(canvasToolsTexts, 'saidInserted', { name, source, target });
  }
  if (request.from)
    return say(canvasToolsTexts, 'saidAddedTo', { name, other: labelOf(store, request.from.nodeId) });
  return say(canvasToolsTexts, 'saidAdded', { name });
}

/** Adds the node chosen for a request, with its edges, in one step; returns its id. */
export function addChosen(
  store: CanvasStore,
  request: AddBoxRequest,
  template: NodeTemplate,
): string | undefined {
  if (refuseNode(store, template)) return undefined;
  const { edges, nodes } = store.getState();
  const edge = edges.find((candidate) => candidate.id === request.edgeId);
  if (request.edgeId !== undefined) runCommand(store, onEdge(request.edgeId, template, request.at));
  else if (request.from) {
    const offset = handleOffset(template, request.from);
    const corner = { x: request.at.x - offset.x, y: request.at.y - offset.y };
    runCommand(store, connectNew(request.from, template, freePlace(nodes, rounded(corner))));
  } else runCommand(store, addNode(template, freePlace(nodes, rounded(request.at))));
  rememberNode(template.name);
  const id = store.getState().selectedId ?? undefined;
  speak(words(store, request, edge, id === undefined ? template.label : labelOf(store, id)));
  return id;
}

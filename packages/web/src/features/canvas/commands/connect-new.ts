import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { CanvasDoc } from '../document/canvas-doc.ts';
import { fittingInput, fittingOutput, type OpenEnd } from '../document/fitting-ports.ts';
import { addNode, type Command, type Ends, freeNodeId, type Point } from './canvas-commands.ts';
import { connectReplacing } from './connect-replacing.ts';
import { besides } from './settle-nodes.ts';

/** The ends of the edge between a handle and the new node, and the new node with the output that edge needs. */
function edgeToNew(doc: CanvasDoc, end: OpenEnd, id: string): { ends: Ends; doc: CanvasDoc } | undefined {
  const node = doc.nodes.find((candidate) => candidate.id === id);
  if (!node) return undefined;
  if (end.isFromOutput) {
    const port = fittingInput(node.data, end.handleId);
    const ends = { source: end.nodeId, sourceHandle: end.handleId, target: id };
    return port && { ends: { ...ends, targetHandle: port.id }, doc };
  }
  const output = fittingOutput(node.data, end.handleId);
  if (!output) return undefined;
  const ends = { source: id, sourceHandle: output.handleId, target: end.nodeId, targetHandle: end.handleId };
  const chosen = { ...node, data: output.data };
  return { ends, doc: { ...doc, nodes: doc.nodes.map((one) => (one === node ? chosen : one)) } };
}

/** Puts a new node at a place, its corner there, and draws the first edge that fits between it and a handle. */
export function connectNew(end: OpenEnd, template: NodeTemplate, at: Point): Command {
  return (doc) => {
    const id = freeNodeId(doc, template.name);
    const added = addNode(template, at)(doc);
    const edge = edgeToNew(besides(added, id, end.nodeId), end, id);
    return edge ? connectReplacing(edge.ends)(edge.doc) : added;
  };
}

import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { fittingInput, fittingOutput } from '../document/fitting-ports.ts';
import { rewiredValue, wiredValue } from '../document/node-references.ts';
import { addNode, type Command, freeNodeId, newEdge, type Point, targetPort } from './canvas-commands.ts';
import { besides } from './settle-nodes.ts';

const withInput = (data: CanvasNode['data'], name: string, value: unknown): CanvasNode['data'] => ({
  ...data,
  inputs: { ...data.inputs, [name]: value },
});

/**
 * Puts a new node, its corner at a place, in the middle of an edge: what the edge brought goes into the node's first
 * fitting input, and its first fitting output takes the place it had in the input at the end, in lists too. A
 * template that does not fit changes nothing.
 */
export function insertOnEdge(edge: string, template: NodeTemplate, at: Point): Command {
  return (doc) => {
    const split = doc.edges.find((candidate) => candidate.id === edge);
    const port = split && targetPort(doc, split);
    if (!split || !port) return doc;
    const id = freeNodeId(doc, template.name);
    const fresh = initNode(template, id);
    const input = fittingInput(fresh, split.sourceHandle);
    const output = fittingOutput(fresh, split.targetHandle);
    if (!input || !output) return doc;
    const wired = input.isStep
      ? output.data
      : withInput(output.data, input.name, wiredValue(input, fresh.inputs?.[input.name], split.source));
    const { source, sourceHandle, target, targetHandle } = split;
    const added = besides(addNode(template, at)(doc), id, source);
    if (!added.nodes.some((node) => node.id === id)) return doc;
    const first = newEdge(added.nodes, { source, sourceHandle, target: id, targetHandle: input.id });
    const second = newEdge(added.nodes, { source: id, sourceHandle: output.handleId, target, targetHandle });
    const nodes = added.nodes.map((node) => {
      if (node.id === id) return { ...node, data: wired };
      if (node.id !== target || port.isStep) return node;
      const value = rewiredValue(port, node.data.inputs?.[port.name], source, id);
      return { ...node, data: withInput(node.data, port.name, value) };
    });
    return {
      ...added,
      nodes,
      edges: doc.edges.flatMap((candidate) => (candidate === split ? [first, second] : [candidate])),
    };
  };
}

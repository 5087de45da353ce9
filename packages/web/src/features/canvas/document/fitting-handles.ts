import { type Ends, judge } from '../commands/canvas-commands.ts';
import type { CanvasDoc, CanvasNode } from './canvas-doc.ts';
import { inputPorts, outputPorts } from './node-ports.ts';

/** One way to draw an edge from or to a node. */
export interface Fit {
  ends: Ends;
  /** The node at the other end, and the names of the places at both ends. */
  otherId: string;
  otherLabel: string;
  otherPort: string;
  ownPort: string;
  isFromOutput: boolean;
}

function fitsOfPort(
  doc: CanvasDoc,
  node: CanvasNode,
  own: { id: string; label: string },
  isFromOutput: boolean,
): Fit[] {
  return doc.nodes.flatMap((other) => {
    const ports = isFromOutput ? inputPorts(other.data) : outputPorts(other.data);
    return ports.flatMap((port) => {
      const ends: Ends = isFromOutput
        ? { source: node.id, sourceHandle: own.id, target: other.id, targetHandle: port.id }
        : { source: other.id, sourceHandle: port.id, target: node.id, targetHandle: own.id };
      if (!judge(doc, ends).isValid) return [];
      const labels = { otherLabel: other.data.label, otherPort: port.label, ownPort: own.label };
      return [{ ends, otherId: other.id, ...labels, isFromOutput }];
    });
  });
}

/** Every possible new edge at a node, outputs first. */
export function possibleEdges(doc: CanvasDoc, nodeId: string): Fit[] {
  const node = doc.nodes.find((candidate) => candidate.id === nodeId);
  if (!node) return [];
  return [
    ...outputPorts(node.data).flatMap((port) => fitsOfPort(doc, node, port, true)),
    ...inputPorts(node.data).flatMap((port) => fitsOfPort(doc, node, port, false)),
  ];
}

/** The handles an edge from this handle may end at. */
export function fittingHandles(
  doc: CanvasDoc,
  nodeId: string,
  handleId: string,
  isFromOutput: boolean,
): Set<string> {
  const node = doc.nodes.find((candidate) => candidate.id === nodeId);
  if (!node) return new Set();
  const fits = fitsOfPort(doc, node, { id: handleId, label: '' }, isFromOutput);
  return new Set(fits.map(({ ends }) => (isFromOutput ? ends.targetHandle : ends.sourceHandle)));
}

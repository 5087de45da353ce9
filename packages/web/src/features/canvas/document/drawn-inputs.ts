import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { isGiven } from '../../../kit/state/given-classes.ts';
import { type InputPort, inputPorts } from './node-ports.ts';

/**
 * The inputs of a node that are drawn. An anchor that no node of the catalogue could feed would only ask for what
 * nobody can give; it stays in the data, and one that something is wired to is drawn as any other.
 */
export function drawnInputs(data: FlowNodeData): InputPort[] {
  return inputPorts(data).filter(
    (port) => port.isParam || port.isStep || isGiven(port.type) || isWired(data, port),
  );
}

// What an edge feeds stands in the node's values as well, so that its box can be laid out without its edges.
function isWired({ inputs }: FlowNodeData, { name }: InputPort): boolean {
  const value = inputs?.[name];
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

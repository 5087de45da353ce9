import { classesOf, parseAnchorId } from '@tendril/contract/flow/anchor-id';
import { edgeId, type FlowNodeData } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type Command, remove } from '../commands/canvas-commands.ts';
import type { CanvasEdge } from './canvas-doc.ts';
import { hasBranches, inputPorts, type OutputPort, outputPorts } from './node-ports.ts';

/** How a node relates to the catalogue. */
type NodeHealth = 'current' | 'outdated' | 'unknown';

export function nodeHealth(data: FlowNodeData, template: NodeTemplate | undefined): NodeHealth {
  if (!template) return 'unknown';
  return (data.version ?? 1) < template.version ? 'outdated' : 'current';
}

/** Values of the old node under keys the new one still reads: its inputs, those of its tabs, and the chosen tabs. */
function keptInputs(old: FlowNodeData, template: NodeTemplate): Record<string, unknown> {
  const known = new Set(
    template.inputs.flatMap((input) => [
      input.name,
      ...(input.tabs ?? []).map((tab) => tab.name),
      ...(input.loadConfig ? [`${input.name}Config`] : []),
    ]),
  );
  const tabKeys = new Set(
    template.inputs.flatMap((input) => (input.tabIdentifier ? `${input.tabIdentifier}_${old.id}` : [])),
  );
  return Object.fromEntries(
    Object.entries(old.inputs ?? {}).filter(([name]) => known.has(name) || tabKeys.has(name)),
  );
}

/** The node as the newest version of its template draws it, with its values, its secret and its chosen output. */
function refreshedData(old: FlowNodeData, template: NodeTemplate): FlowNodeData {
  const fresh = initNode(template, old.id);
  const chosen = old.outputs?.['output'];
  const isStillOffered = template.outputs?.some((output) => output.name === chosen) === true;
  return {
    ...old,
    ...fresh,
    label: old.label,
    inputs: { ...fresh.inputs, ...keptInputs(old, template) },
    outputs: isStillOffered ? { ...fresh.outputs, output: chosen } : fresh.outputs,
    ...(template.credential && { credential: old.credential ?? '' }),
  };
}

/**
 * The output that a handle leads from now. Versions of a node may name their outputs otherwise: then one of the type
 * that was drawn, or the only one, as when the flow runs.
 */
function outputOf(data: FlowNodeData, handle: string): OutputPort | undefined {
  const ports = outputPorts(data);
  const named = ports.find((port) => port.name === parseAnchorId(handle, data.id)?.name);
  if (named || hasBranches(data)) return named;
  const drawn = classesOf(handle);
  const isAlike = ({ id }: OutputPort) => classesOf(id).some((one) => drawn.includes(one));
  return ports.find(isAlike) ?? (ports.length === 1 ? ports[0] : undefined);
}

/** The edge on the refreshed node's own handles, matched by name without the type at the tail. */
function refreshedEdge(edge: CanvasEdge, data: FlowNodeData): CanvasEdge[] {
  const nameOf = (handle: string) => parseAnchorId(handle, data.id)?.name;
  const sourceHandle = edge.source === data.id ? outputOf(data, edge.sourceHandle)?.id : edge.sourceHandle;
  const targetHandle =
    edge.target === data.id
      ? inputPorts(data).find((port) => port.name === nameOf(edge.targetHandle))?.id
      : edge.targetHandle;
  if (sourceHandle === undefined || targetHandle === undefined) return [];
  if (sourceHandle === edge.sourceHandle && targetHandle === edge.targetHandle) return [edge];
  const ends = { ...edge, sourceHandle, targetHandle };
  return [{ ...ends, id: edgeId(ends) }];
}

/** Updates a node to its template's latest version; edges whose handles no longer exist are removed. */
export function updateNode(nodeId: string, template: NodeTemplate): Command {
  return (doc) => {
    const old = doc.nodes.find((node) => node.id === nodeId);
    // A summary says nothing of inputs: nothing may be lost to it.
    if (!old || template.isSummary) return doc;
    const data = refreshedData(old.data, template);
    const isLost = (edge: CanvasEdge) => refreshedEdge(edge, data).length === 0;
    const cleaned = remove(
      [],
      doc.edges.filter(isLost).map((edge) => edge.id),
    )(doc);
    return {
      ...cleaned,
      nodes: cleaned.nodes.map((node) => (node.id === nodeId ? { ...node, data } : node)),
      edges: cleaned.edges.flatMap((edge) => refreshedEdge(edge, data)),
    };
  };
}

import { edgeId, type FlowData, type FlowEdge, type FlowNode } from '@tendril/contract/flow/flow';
import { anchorFacets } from './merge-facets.ts';
import { readFacets } from './node-facets.ts';
import { sameValue } from './same-value.ts';

/** One part of a node before and after. */
export interface FieldChange {
  /** As in `node-facets.ts`. */
  facet: string;
  before: unknown;
  after: unknown;
}

export interface NodeChange {
  kind: 'added' | 'removed' | 'changed';
  id: string;
  label: string;
  /** The node after the change; of a removed one, before it. */
  node: FlowNode;
  /** What changed; empty for added and removed nodes. */
  fields: FieldChange[];
}

export interface EdgeChange {
  kind: 'added' | 'removed';
  id: string;
  edge: FlowEdge;
}

/** What lies between two flows. */
export interface FlowDiff {
  nodes: NodeChange[];
  edges: EdgeChange[];
  /** Names of groups that came, went or hold other nodes now. */
  groups: string[];
}

function changedFields(before: FlowNode, after: FlowNode): FieldChange[] {
  const [old, now] = [readFacets(before), readFacets(after)];
  // What edges write is reported by the edges.
  const anchors = anchorFacets(before, after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((facet) => {
    const change = { facet, before: old.get(facet), after: now.get(facet) };
    return anchors.has(facet) || sameValue(change.before, change.after) ? [] : [change];
  });
}

function diffNodes(before: FlowData, after: FlowData): NodeChange[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Set(after.nodes.map((node) => node.id));
  const left = after.nodes.flatMap((node): NodeChange[] => {
    const was = old.get(node.id);
    const change = { id: node.id, label: node.data.label, node };
    if (!was) return [{ ...change, kind: 'added', fields: [] }];
    const fields = changedFields(was, node);
    return fields.length > 0 ? [{ ...change, kind: 'changed', fields }] : [];
  });
  const gone = before.nodes.flatMap((node): NodeChange[] =>
    now.has(node.id) ? [] : [{ kind: 'removed', id: node.id, label: node.data.label, node, fields: [] }],
  );
  return [...left, ...gone];
}

function diffEdges(before: FlowData, after: FlowData): EdgeChange[] {
  const [old, now] = [before, after].map((flow) => new Map(flow.edges.map((edge) => [edgeId(edge), edge])));
  const only = (own: typeof old, other: typeof old, kind: EdgeChange['kind']) =>
    [...(own ?? [])].flatMap(([id, edge]) => (other?.has(id) ? [] : [{ kind, id, edge }]));
  return [...only(now, old, 'added'), ...only(old, now, 'removed')];
}

function diffGroups(before: FlowData, after: FlowData): string[] {
  const [old, now] = [before, after].map((flow) => new Map(flow.groups?.map((group) => [group.id, group])));
  const ids = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...ids].flatMap((id) => {
    const [was, is] = [old?.get(id), now?.get(id)];
    return sameValue(was, is) ? [] : [is?.label ?? was?.label ?? id];
  });
}

/** What changed from one flow to the other, node by node and field by field. */
export function diffFlows(before: FlowData, after: FlowData): FlowDiff {
  return {
    nodes: diffNodes(before, after),
    edges: diffEdges(before, after),
    groups: diffGroups(before, after),
  };
}

/** Whether two flows are the same but for where their nodes are drawn on the screen. */
export function isSameFlow(one: FlowData, other: FlowData): boolean {
  const { nodes, edges, groups } = diffFlows(one, other);
  return nodes.length + edges.length + groups.length === 0;
}

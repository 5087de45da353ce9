import { edgeId, type FlowData } from '@tendril/contract/flow/flow';
import { diffFlows, type FlowDiff } from './diff-flows.ts';

/** How a node or an edge of the picture stands to the older flow. */
export type DiffMark = 'added' | 'removed' | 'changed' | 'clash';

/** A flow with what it lost drawn in, and a mark for whatever changed. */
export interface DiffPicture {
  flow: FlowData;
  nodes: ReadonlyMap<string, DiffMark>;
  /** By what an edge joins. */
  edges: ReadonlyMap<string, DiffMark>;
  diff: FlowDiff;
}

/** What the picture of a change shows; a node that only moved is not marked. */
export function diffPicture(before: FlowData, after: FlowData): DiffPicture {
  const diff = diffFlows(before, after);
  const hasMoved = (fields: FlowDiff['nodes'][number]['fields']) =>
    fields.every((field) => field.facet === 'position');
  const marked = diff.nodes.filter((change) => change.kind !== 'changed' || !hasMoved(change.fields));
  const ghosts = diff.nodes.filter((change) => change.kind === 'removed').map((change) => change.node);
  const nodes = [...after.nodes, ...ghosts];
  const ids = new Set(nodes.map((node) => node.id));
  const gone = diff.edges.filter(
    ({ kind, edge }) => kind === 'removed' && ids.has(edge.source) && ids.has(edge.target),
  );
  return {
    flow: { ...after, nodes, edges: [...after.edges, ...gone.map(({ edge }) => edge)] },
    nodes: new Map(marked.map(({ id, kind }) => [id, kind])),
    edges: new Map(diff.edges.map(({ edge, kind }) => [edgeId(edge), kind])),
    diff,
  };
}

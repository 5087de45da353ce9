import { edgeId, type FlowData, type FlowEdge, type FlowNode } from '@tendril/contract/flow/flow';
import { inputPorts, outputPorts } from '../canvas/document/node-ports.ts';
import { type Choices, type MergeClash, type Side, sideOf } from './merge-clash.ts';
import { threeWay } from './merge-facets.ts';

type Edges = ReadonlyMap<string, FlowEdge>;

interface EdgeVersions {
  base: Edges;
  mine: Edges;
  theirs: Edges;
}

/** A flow's edges by what they join; the id of a file may be another one. */
export function edgesOf(flow: FlowData): Map<string, FlowEdge> {
  return new Map(flow.edges.map((edge) => [edgeId(edge), edge]));
}

type Nodes = ReadonlyMap<string, FlowNode>;

function merged(
  { base, mine, theirs }: EdgeVersions,
  own: Record<Side, Nodes>,
  id: string,
): FlowEdge | undefined {
  const [before, my, their] = [base.get(id), mine.get(id), theirs.get(id)];
  if (my && their) {
    const verdict = threeWay(before, my, their);
    return verdict === 'clash' ? my : (verdict.value as FlowEdge);
  }
  const only = my ?? their;
  const other = my ? own.theirs : own.mine;
  // An edge that went with a deleted node comes back with it; one that was taken away by itself stays away.
  const wasTakenAway = before !== undefined && only && other.has(only.source) && other.has(only.target);
  return wasTakenAway ? undefined : only;
}

const isKnown = (ports: readonly { id: string }[], handle: string) =>
  ports.some((port) => port.id === handle);

/** Whether an edge lost one of its places; a node without any declared place says nothing. */
function hasPlaces(edge: FlowEdge, nodes: Nodes): boolean {
  const source = nodes.get(edge.source);
  const target = nodes.get(edge.target);
  if (!source || !target) return false;
  const [outputs, inputs] = [outputPorts(source.data), inputPorts(target.data)];
  return (
    (outputs.length === 0 || isKnown(outputs, edge.sourceHandle)) &&
    (inputs.length === 0 || isKnown(inputs, edge.targetHandle))
  );
}

/** Places for one node to which each side connected another one. */
function placeClashes(
  edges: readonly FlowEdge[],
  { base, mine, theirs }: EdgeVersions,
  nodes: Nodes,
): { clash: MergeClash; my: FlowEdge; their: FlowEdge }[] {
  const isOnlyIn = (own: Edges, other: Edges) => (edge: FlowEdge) => {
    const id = edgeId(edge);
    return own.has(id) && !other.has(id) && !base.has(id);
  };
  return edges.filter(isOnlyIn(mine, theirs)).flatMap((my) => {
    const target = nodes.get(my.target);
    const port = target && inputPorts(target.data).find((candidate) => candidate.id === my.targetHandle);
    const their = edges.find(
      (edge) =>
        edge.target === my.target && edge.targetHandle === my.targetHandle && isOnlyIn(theirs, mine)(edge),
    );
    if (!target || !port || port.isList || !their) return [];
    const label = (id: string) => nodes.get(id)?.data.label ?? id;
    const clash: MergeClash = {
      id: `place:${my.targetHandle}`,
      kind: 'place',
      subjectId: my.target,
      label: target.data.label,
      facet: port.label,
      base: undefined,
      mine: label(my.source),
      theirs: label(their.source),
      preset: 'mine',
    };
    return [{ clash, my, their }];
  });
}

/** Merges the edges between the nodes that are left. */
export function mergeEdges(
  versions: EdgeVersions,
  merge: Nodes,
  own: Record<Side, Nodes>,
  choices: Choices,
): { edges: FlowEdge[]; clashes: MergeClash[] } {
  const ids = new Set([...versions.mine.keys(), ...versions.theirs.keys()]);
  const kept = [...ids].flatMap((id) => {
    const edge = merged(versions, own, id);
    if (!edge || !merge.has(edge.source) || !merge.has(edge.target)) return [];
    const wasWhole = hasPlaces(edge, versions.mine.has(id) ? own.mine : own.theirs);
    return wasWhole && !hasPlaces(edge, merge) ? [] : [edge];
  });
  const found = placeClashes(kept, versions, merge);
  const lost = new Set(found.map(({ clash, my, their }) => (sideOf(clash, choices) === 'mine' ? their : my)));
  return { edges: kept.filter((edge) => !lost.has(edge)), clashes: found.map(({ clash }) => clash) };
}

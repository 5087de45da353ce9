import { edgeId, type FlowData, type FlowNode } from '@tendril/contract/flow/flow';
import { nextNodeId } from '@tendril/contract/flow/node-id';
import { type Choices, type MergeClash, sideOf } from './merge-clash.ts';
import { edgesOf, mergeEdges } from './merge-edges.ts';
import { isWorkedOn, mergeFacets, threeWay } from './merge-facets.ts';
import { mergeGroups } from './merge-groups.ts';
import { readFacets } from './node-facets.ts';
import { renumberNodes } from './renumber-nodes.ts';
import { rewireInputs } from './rewire-inputs.ts';
import { sameValue } from './same-value.ts';
import { spreadNodes } from './spread-nodes.ts';

/** Two flows and the one that both were made from. */
interface FlowVersions {
  base: FlowData;
  mine: FlowData;
  theirs: FlowData;
}

interface MergedFlow {
  flow: FlowData;
  clashes: MergeClash[];
}

type Nodes = ReadonlyMap<string, FlowNode>;

const nodesOf = (flow: FlowData): Nodes => new Map(flow.nodes.map((node) => [node.id, node]));

const facetsOf = (node: FlowNode) =>
  Object.fromEntries([...readFacets(node)].filter(([name]) => name !== 'position'));

/** New ids for nodes of mine that the other side gave to other nodes. */
function freshIds({ base, mine, theirs }: FlowVersions): Map<string, string> {
  const [before, their] = [nodesOf(base), nodesOf(theirs)];
  const taken = new Set([...mine.nodes, ...theirs.nodes, ...base.nodes].map((node) => node.id));
  const ids = new Map<string, string>();
  for (const node of mine.nodes) {
    const other = their.get(node.id);
    if (!other || before.has(node.id) || sameValue(facetsOf(node), facetsOf(other))) continue;
    const id = nextNodeId(node.data.name, taken);
    taken.add(id);
    ids.set(node.id, id);
  }
  return ids;
}

/** Whether somebody drew an edge to or from a node since the common base. */
function hasNewEdge(flow: FlowData, base: FlowData, nodeId: string): boolean {
  const before = edgesOf(base);
  return flow.edges.some(
    (edge) => (edge.source === nodeId || edge.target === nodeId) && !before.has(edgeId(edge)),
  );
}

interface NodeMerge {
  node: FlowNode | undefined;
  clashes: MergeClash[];
}

/** A node that one side deleted: it goes, unless the other worked on it. */
function mergeDeleted(versions: FlowVersions, before: FlowNode, left: FlowNode, choices: Choices): NodeMerge {
  const isMine = versions.mine.nodes.includes(left);
  const flow = isMine ? versions.mine : versions.theirs;
  if (!isWorkedOn(before, left) && !hasNewEdge(flow, versions.base, left.id))
    return { node: undefined, clashes: [] };
  const clash: MergeClash = {
    id: `node:${left.id}`,
    kind: 'deleted',
    subjectId: left.id,
    label: left.data.label,
    facet: '',
    base: before,
    mine: isMine ? left : undefined,
    theirs: isMine ? undefined : left,
    preset: isMine ? 'mine' : 'theirs',
  };
  return { node: sideOf(clash, choices) === clash.preset ? left : undefined, clashes: [clash] };
}

function mergeNode(
  versions: FlowVersions,
  nodes: Record<keyof FlowVersions, Nodes>,
  id: string,
  choices: Choices,
): NodeMerge {
  const [before, my, their] = [nodes.base.get(id), nodes.mine.get(id), nodes.theirs.get(id)];
  if (my && their)
    return before
      ? mergeFacets({ base: before, mine: my, theirs: their }, choices)
      : { node: my, clashes: [] };
  const left = my ?? their;
  if (!left || !before) return { node: left, clashes: [] };
  return mergeDeleted(versions, before, left, choices);
}

/** Keys of the flow beside its nodes, edges and groups. */
function mergeRest({ base, mine, theirs }: FlowVersions): Record<string, unknown> {
  const { nodes: _nodes, edges: _edges, groups: _groups, ...my } = mine;
  const { nodes: _theirNodes, edges: _theirEdges, groups: _theirGroups, ...their } = theirs;
  const names = new Set([...Object.keys(my), ...Object.keys(their)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const verdict = threeWay(base[name], my[name], their[name]);
      const value = verdict === 'clash' ? my[name] : verdict.value;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Merges two flows made from one base: what only one side changed is taken, the same change on both sides counts
 * once, and what both changed differently is a clash, settled by `choices` or its preset. Nothing is written back.
 */
export function mergeFlows(given: FlowVersions, choices: Choices = {}): MergedFlow {
  const versions = { ...given, mine: renumberNodes(given.mine, freshIds(given)) };
  const { base, mine, theirs } = versions;
  const nodes = { base: nodesOf(base), mine: nodesOf(mine), theirs: nodesOf(theirs) };
  const clashes: MergeClash[] = [];
  const left = new Map<string, FlowNode>();
  for (const id of new Set([...nodes.mine.keys(), ...nodes.theirs.keys()])) {
    const merge = mergeNode(versions, nodes, id, choices);
    if (merge.node) left.set(id, merge.node);
    clashes.push(...merge.clashes);
  }
  const edgeVersions = { base: edgesOf(base), mine: edgesOf(mine), theirs: edgesOf(theirs) };
  const edges = mergeEdges(edgeVersions, left, nodes, choices);
  const groups = mergeGroups(versions, (id) => left.has(id), choices);
  const past = [...base.edges, ...mine.edges, ...theirs.edges];
  const isAdded = (own: Nodes, other: Nodes) => (id: string) =>
    own.has(id) && !other.has(id) && !nodes.base.has(id);
  const spread = spreadNodes(
    [...left.values()],
    isAdded(nodes.mine, nodes.theirs),
    isAdded(nodes.theirs, nodes.mine),
  );
  return {
    flow: {
      ...mergeRest(versions),
      nodes: rewireInputs(spread, edges.edges, past),
      edges: edges.edges,
      ...(groups.groups.length > 0 && { groups: groups.groups }),
    },
    clashes: [...clashes, ...edges.clashes, ...groups.clashes],
  };
}

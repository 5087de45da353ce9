import type { FlowData, FlowGroup } from '@tendril/contract/flow/flow';
import { type Choices, type MergeClash, type Side, sideOf } from './merge-clash.ts';
import { threeWay } from './merge-facets.ts';
import { sameValue } from './same-value.ts';

type Groups = ReadonlyMap<string, FlowGroup>;

const groupsOf = (flow: FlowData): Groups => new Map(flow.groups?.map((group) => [group.id, group]));

type Has = Record<Side, (nodeId: string) => boolean>;

/** Who takes a node out of a frame still has the node; one that went with its node comes back with it. */
function mergedMembers(base: FlowGroup | undefined, mine: FlowGroup, theirs: FlowGroup, has: Has): string[] {
  const before = new Set(base?.nodeIds);
  const [my, their] = [new Set(mine.nodeIds), new Set(theirs.nodeIds)];
  return [...my.union(their)].filter(
    (id) => !before.has(id) || ((my.has(id) || !has.mine(id)) && (their.has(id) || !has.theirs(id))),
  );
}

interface Merge {
  groups: FlowGroup[];
  clashes: MergeClash[];
}

interface GroupVersions {
  base: FlowGroup | undefined;
  mine: FlowGroup;
  theirs: FlowGroup;
}

function mergeGroup({ base, mine, theirs }: GroupVersions, has: Has, choices: Choices): Merge {
  const nodeIds = mergedMembers(base, mine, theirs, has);
  const verdict = threeWay(base?.label, mine.label, theirs.label);
  if (verdict !== 'clash')
    return { groups: [{ ...mine, label: String(verdict.value), nodeIds }], clashes: [] };
  const clash: MergeClash = {
    id: `group:${mine.id}`,
    kind: 'group',
    subjectId: mine.id,
    label: mine.label,
    facet: 'label',
    base: base?.label,
    mine: mine.label,
    theirs: theirs.label,
    preset: 'mine',
  };
  const { label } = sideOf(clash, choices) === 'mine' ? mine : theirs;
  return { groups: [{ ...mine, label, nodeIds }], clashes: [clash] };
}

/** Merges the frames around nodes; one that lost all its nodes goes. */
export function mergeGroups(
  flows: { base: FlowData; mine: FlowData; theirs: FlowData },
  isLeft: (nodeId: string) => boolean,
  choices: Choices,
): Merge {
  const [base, mine, theirs] = [groupsOf(flows.base), groupsOf(flows.mine), groupsOf(flows.theirs)];
  const idsOf = (flow: FlowData) => new Set(flow.nodes.map((node) => node.id));
  const [myNodes, theirNodes] = [idsOf(flows.mine), idsOf(flows.theirs)];
  const has: Has = { mine: (id) => myNodes.has(id), theirs: (id) => theirNodes.has(id) };
  const merge: Merge = { groups: [], clashes: [] };
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const [before, my, their] = [base.get(id), mine.get(id), theirs.get(id)];
    if (my && their) {
      const { groups, clashes } = mergeGroup({ base: before, mine: my, theirs: their }, has, choices);
      merge.groups.push(...groups);
      merge.clashes.push(...clashes);
      continue;
    }
    const only = my ?? their;
    // A frame that one side removed stays only where the other worked on it.
    if (only && !(before && sameValue(before, only))) merge.groups.push(only);
  }
  const groups = merge.groups
    .map((group) => ({ ...group, nodeIds: group.nodeIds.filter(isLeft) }))
    .filter((group) => group.nodeIds.length > 0);
  return { groups, clashes: merge.clashes };
}

import type { FlowGroup } from '@tendril/contract/flow/flow';

/** The groups with only those members that are asked for; a group without any is gone. What stays whole is kept as it is. */
export function onlyMembers(
  groups: readonly FlowGroup[],
  isMember: (nodeId: string) => boolean,
): FlowGroup[] {
  return groups.flatMap((group) => {
    if (group.nodeIds.length > 0 && group.nodeIds.every(isMember)) return [group];
    const nodeIds = group.nodeIds.filter(isMember);
    return nodeIds.length > 0 ? [{ ...group, nodeIds }] : [];
  });
}

/** The group that contains a node. */
export function groupOf(groups: readonly FlowGroup[], nodeId: string): FlowGroup | undefined {
  return groups.find((group) => group.nodeIds.includes(nodeId));
}

/** The id the next group gets. */
export function freeGroupId(groups: readonly FlowGroup[]): string {
  const taken = new Set(groups.map((group) => group.id));
  let index = 0;
  while (taken.has(`group_${index}`)) index += 1;
  return `group_${index}`;
}

import type { FlowGroup } from '@tendril/contract/flow/flow';
import { freeGroupId, onlyMembers } from '../document/group-members.ts';
import { type Command, grouped } from './canvas-commands.ts';

/** Draws nodes in one frame. A node is in one group at most, so the groups they were in lose them. */
export function groupNodes(nodeIds: Iterable<string>, label: string): Command {
  const wanted = new Set(nodeIds);
  return (doc) => {
    const members = doc.nodes.flatMap((node) => (wanted.has(node.id) ? node.id : []));
    if (members.length === 0) return doc;
    const others = onlyMembers(doc.groups, (id) => !wanted.has(id));
    const group: FlowGroup = { id: freeGroupId(doc.groups), label, nodeIds: members };
    return { ...doc, groups: [...others, group] };
  };
}

/** Removes a group frame; its nodes stay. */
export function ungroup(groupId: string): Command {
  return (doc) => {
    const groups = doc.groups.filter((group) => group.id !== groupId);
    return groups.length === doc.groups.length ? doc : { ...doc, groups };
  };
}

/** Renames a group. */
export function renameGroup(groupId: string, label: string): Command {
  return grouped(`group name ${groupId}`, (doc) => {
    const group = doc.groups.find((candidate) => candidate.id === groupId);
    if (!group || group.label === label) return doc;
    const renamed = { ...group, label };
    return { ...doc, groups: doc.groups.map((candidate) => (candidate === group ? renamed : candidate)) };
  });
}

import { create } from 'zustand';

/** The group whose name is being typed on its frame. */
export const useGroupNaming = create<{ groupId: string | null }>(() => ({ groupId: null }));

/** Focuses the name on a group's frame. */
export function startNaming(groupId: string | null): void {
  useGroupNaming.setState({ groupId });
}

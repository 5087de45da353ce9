import { create } from 'zustand';

export type WorkspaceTab = 'profile' | 'people' | 'limits' | 'audit';

/** Which part of the workspace dialog is open; null: the dialog is closed. */
export const useWorkspaceDialog = create<{ tab: WorkspaceTab | null }>(() => ({ tab: null }));

/** Opens the workspace dialog, from wherever. */
export function openWorkspace(tab: WorkspaceTab = 'profile'): void {
  useWorkspaceDialog.setState({ tab });
}

export function closeWorkspace(): void {
  useWorkspaceDialog.setState({ tab: null });
}

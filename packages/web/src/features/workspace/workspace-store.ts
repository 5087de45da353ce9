import { create } from 'zustand';

export type WorkspaceTab = 'profile' | 'people' | 'signIn' | 'limits' | 'data' | 'audit';

/** Which part of the workspace dialog is open; null: the dialog is closed. */
export const useWorkspaceDialog = create<{ tab: WorkspaceTab | null; chatId?: string | undefined }>(() => ({
  tab: null,
}));

/** Opens the workspace dialog, from wherever. */
export function openWorkspace(tab: WorkspaceTab = 'profile'): void {
  useWorkspaceDialog.setState({ tab, chatId: undefined });
}

/** Opens the workspace dialog where somebody's data is erased, with their chat filled in. */
export function openErasure(chatId: string): void {
  useWorkspaceDialog.setState({ tab: 'data', chatId });
}

export function closeWorkspace(): void {
  useWorkspaceDialog.setState({ tab: null, chatId: undefined });
}

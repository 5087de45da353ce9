import { create } from 'zustand';

/** Whether the export dialog is open; it can be asked for from several places. */
export const useExportDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function openExport(): void {
  useExportDialog.setState({ isOpen: true });
}

export function closeExport(): void {
  useExportDialog.setState({ isOpen: false });
}

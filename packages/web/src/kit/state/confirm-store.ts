import { create } from 'zustand';

/** What the confirm dialog asks; `isDanger` colours its button. */
export interface ConfirmQuestion {
  title: string;
  description: string;
  confirmText: string;
  cancelText?: string;
  isDanger?: boolean;
}

interface ConfirmDialog {
  show: boolean;
  question: ConfirmQuestion | null;
}

export const useConfirmDialog = create<ConfirmDialog>(() => ({ show: false, question: null }));

let answerWaiting: ((isConfirmed: boolean) => void) | undefined;

/** Shows the confirm dialog and waits for the answer; a newer question answers the older with no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  answerWaiting?.(false);
  useConfirmDialog.setState({ show: true, question });
  return new Promise((resolve) => {
    answerWaiting = resolve;
  });
}

/** Hides the confirm dialog with an answer. */
export function hideConfirm(isConfirmed: boolean): void {
  // The content stays during the closing transition of the dialog.
  useConfirmDialog.setState({ show: false });
  answerWaiting?.(isConfirmed);
  answerWaiting = undefined;
}

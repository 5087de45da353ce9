import { create } from 'zustand';

/** Which canvas tools are open. */
interface CanvasTools {
  isFindOpen: boolean;
  isOutlineOpen: boolean;
  isKeySheetOpen: boolean;
  /** Whether arrow keys move the node with the focus instead of the focus. */
  isMoving: boolean;
  /** The node being renamed on the canvas, if any. */
  renamedId: string | null;
  /** The sticky note being edited, if any. */
  writtenNoteId: string | null;
  /** Pixels at the upper edge of the drawing that buttons float on. */
  topInset: number;
}

export const closedTools: CanvasTools = {
  isFindOpen: false,
  isOutlineOpen: false,
  isKeySheetOpen: false,
  isMoving: false,
  renamedId: null,
  writtenNoteId: null,
  topInset: 0,
};

export const useCanvasTools = create<CanvasTools>(() => closedTools);

/** Opens or closes tools. */
export function setTools(tools: Partial<CanvasTools>): void {
  useCanvasTools.setState(tools);
}

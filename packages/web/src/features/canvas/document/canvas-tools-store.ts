import { create } from 'zustand';

/** Which tools of the canvas are open beside the drawing. */
interface CanvasTools {
  isFindOpen: boolean;
  isOutlineOpen: boolean;
  isKeySheetOpen: boolean;
  /** Whether arrow keys move the node with the focus instead of the focus. */
  isMoving: boolean;
  /** The node whose name is being written, if it was asked for on the canvas. */
  renamedId: string | null;
  /** The sticky note that is being written in, if it was asked for. */
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

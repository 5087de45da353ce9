import { create } from 'zustand';

type Json = Readonly<Record<string, unknown>>;

/** What the frame knows of the canvas; the drawing itself lives in the canvas's own store. */
interface CanvasFlags {
  isDirty: boolean;
  chatflow: Json | null;
  canvasDialogShow: boolean;
  canvasDialogProps: Json;
  componentNodes: readonly Json[];
  componentCredentials: readonly Json[];
}

export const initialCanvasFlags: CanvasFlags = {
  isDirty: false,
  chatflow: null,
  canvasDialogShow: false,
  canvasDialogProps: {},
  componentNodes: [],
  componentCredentials: [],
};

export const useCanvasFlags = create<CanvasFlags>(() => initialCanvasFlags);

/** Marks the canvas as changed since its last save. */
export function setDirty(): void {
  useCanvasFlags.setState({ isDirty: true });
}

/** Marks the canvas as saved. */
export function removeDirty(): void {
  useCanvasFlags.setState({ isDirty: false });
}

/** The flow that is open, or null. */
export function setChatflow(chatflow: Json | null): void {
  useCanvasFlags.setState({ chatflow });
}

/** Shows a dialog of the canvas. */
export function showCanvasDialog(canvasDialogProps: Json): void {
  useCanvasFlags.setState({ canvasDialogShow: true, canvasDialogProps });
}

/** Hides the dialog of the canvas. */
export function hideCanvasDialog(): void {
  useCanvasFlags.setState({ canvasDialogShow: false, canvasDialogProps: {} });
}

/** The node templates of the palette. */
export function setComponentNodes(componentNodes: readonly Json[]): void {
  useCanvasFlags.setState({ componentNodes });
}

/** The credential templates. */
export function setComponentCredentials(componentCredentials: readonly Json[]): void {
  useCanvasFlags.setState({ componentCredentials });
}

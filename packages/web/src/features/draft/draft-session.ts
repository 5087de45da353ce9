import type { CanvasStore } from '../canvas/document/canvas-store.ts';
import type { FlowFileStore } from './flow-file.ts';

/** One open canvas as far as keeping its edits goes. */
export interface DraftSession {
  canvas: CanvasStore;
  file: FlowFileStore;
  /** Names this canvas among all that are open; a reload makes a new one. */
  editorId: string;
  /** Who edits; null when nobody is signed in, and nothing is kept then. */
  user: string | null;
}

import type { Point } from '../commands/canvas-commands.ts';

interface PointerState {
  /** The last pointer position over the canvas, in page pixels. */
  at: Point | undefined;
  /** Whether the last press was on the drawing, with no walk by keyboard since. */
  isByPointer: boolean;
}

const state: PointerState = { at: undefined, isByPointer: false };

/** Remembers where the pointer is over the drawing. */
export function notePointer(at: Point | undefined): void {
  state.at = at;
}

/** Remembers whether a press was on the drawing. */
export function notePress(isOnDrawing: boolean): void {
  state.isByPointer = isOnDrawing;
}

/** Where the pointer is over the drawing; undefined while it is elsewhere. */
export function pointerAt(): Point | undefined {
  return state.at;
}

/** Whether a person works on the drawing with the pointer just now, rather than walking it by keyboard. */
export function isByPointer(): boolean {
  return state.isByPointer;
}

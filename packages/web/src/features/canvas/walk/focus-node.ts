import { notePress } from '../document/canvas-pointer.ts';

/** Frames to wait for a node that comes into the page only once it is in view. */
const mostFrames = 12;

let lastId: string | undefined;

/** The node that had the focus last: where Tab enters the drawing again. */
export function lastFocusedId(): string | undefined {
  return lastId;
}

export function noteFocus(nodeId: string | undefined): void {
  lastId = nodeId;
}

/** The node of the page that an element stands in. */
export function nodeIdOf(element: EventTarget | null): string | undefined {
  const wrapper = element instanceof Element ? element.closest('.react-flow__node') : null;
  return wrapper?.getAttribute('data-id') ?? undefined;
}

/** Puts the focus on a node of the drawing; from then on the keyboard walks. */
export function focusNode(nodeId: string, framesLeft = mostFrames): void {
  const wrapper = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  if (wrapper) {
    notePress(false);
    wrapper.focus({ preventScroll: true });
  } else if (framesLeft > 0) requestAnimationFrame(() => focusNode(nodeId, framesLeft - 1));
}

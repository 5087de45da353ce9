import { useCanvasFlags } from '../../../kit/state/canvas-flags-store.ts';

/** Elements that handle keys themselves while focused: text fields and overlays. */
const takers = [
  'input',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '.cm-editor',
  '[role="dialog"]',
  '[role="menu"]',
  '[role="listbox"]',
  '[role="combobox"]',
].join(', ');

/** Whether a key belongs to a field, a menu or a dialog rather than to the drawing. */
export function isForeignKey({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  if (useCanvasFlags.getState().canvasDialogShow) return true;
  return target instanceof Element && target.closest(takers) !== null;
}

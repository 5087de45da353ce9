import { useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { useCanvasFlags } from '../../../kit/state/canvas-flags-store.ts';
import { enqueueSnackbar, notify } from '../../../kit/state/notifier-store.ts';
import { canvasEditTexts } from '../../../kit/texts/en/canvas-edit.ts';
import { say } from '../../../kit/texts/texts.ts';
import { remove } from '../commands/canvas-commands.ts';
import { speak } from '../run/live-words.ts';
import { useView } from '../view/use-view.ts';
import { pointerAt } from './canvas-pointer.ts';
import { type CanvasStore, runCommand } from './canvas-store.ts';
import { copyText, type PastePlace, paste } from './clipboard.ts';
import { readFlowText } from './flow-text.ts';
import { useCanvasStore } from './use-canvas.ts';

/** Where the clipboard belongs to a field, an editor, a menu or a dialog and not to the drawing. */
const foreign =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), .cm-editor, [role="textbox"], ' +
  '[role="dialog"], [role="menu"], [role="listbox"]';

function isForeign(event: ClipboardEvent): boolean {
  if (event.defaultPrevented || useCanvasFlags.getState().canvasDialogShow) return true;
  const isInside = (element: EventTarget | null) =>
    element instanceof Element && element.closest(foreign) !== null;
  return isInside(event.target) || isInside(document.activeElement);
}

/** Text selected outside the canvas takes precedence for a copy. */
const hasMarkedText = () => (document.getSelection()?.toString() ?? '') !== '';

/** Copies or cuts the selected nodes; returns whether the canvas handled the event. */
export function takeNodes(store: CanvasStore, event: ClipboardEvent, isCut: boolean): boolean {
  const { nodes, isLocked } = store.getState();
  const ids = nodes.flatMap((node) => (node.selected ? node.id : []));
  if (ids.length === 0 || (isCut && isLocked) || isForeign(event) || hasMarkedText()) return false;
  event.clipboardData?.setData('text/plain', copyText(store, ids));
  event.preventDefault();
  if (isCut) runCommand(store, remove(ids));
  speak(say(canvasEditTexts, isCut ? 'cut' : 'copied', { count: ids.length }));
  return true;
}

/** Adds the flow on the clipboard; text that is none is left alone, one that cannot be read is said so. */
export function putNodes(store: CanvasStore, event: ClipboardEvent, place: () => PastePlace): boolean {
  if (isForeign(event)) return false;
  const read = readFlowText(event.clipboardData?.getData('text/plain') ?? '');
  if (read.kind === 'other') return false;
  event.preventDefault();
  if (read.kind === 'unreadable') {
    const message = say(canvasEditTexts, 'pasteUnreadable', { reason: read.reason });
    enqueueSnackbar(message, { variant: 'error', persist: true });
  } else if (store.getState().isLocked) {
    notify(say(canvasEditTexts, 'pasteLocked'), 'warning');
  } else {
    const count = paste(store, read, place());
    if (count > 0) speak(say(canvasEditTexts, 'pasted', { count }));
  }
  return true;
}

const isOverDrawing = ({ target }: Event) =>
  target instanceof Element && target.closest('.react-flow') !== null;

/** Copy, cut and paste of nodes with the browser's own keys and menu. */
export function useClipboard(): void {
  const store = useCanvasStore();
  const inner = useStoreApi();
  const view = useView();
  useEffect(() => {
    // Without it words marked earlier beside the drawing would still be what a copy means.
    const onPress = (event: Event) => {
      if (isOverDrawing(event) && hasMarkedText()) document.getSelection()?.removeAllRanges();
    };
    const place = (): PastePlace => {
      const { domNode, width, height, transform } = inner.getState();
      const [x, y, zoom] = transform;
      const box = domNode?.getBoundingClientRect();
      const pointer = pointerAt();
      const seen = pointer && box ? { x: pointer.x - box.left, y: pointer.y - box.top } : null;
      const inView = seen ?? { x: width / 2, y: height / 2 };
      return { at: { x: (inView.x - x) / zoom, y: (inView.y - y) / zoom }, isClear: seen === null };
    };
    const onPaste = (event: ClipboardEvent) => {
      const { edits } = store.getState();
      putNodes(store, event, place);
      // Next to the others, they may be out of view.
      if (store.getState().edits !== edits && !pointerAt()) view.fitSelection();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('copy', (event) => takeNodes(store, event, false), { signal });
    document.addEventListener('cut', (event) => takeNodes(store, event, true), { signal });
    document.addEventListener('paste', onPaste, { signal });
    document.addEventListener('pointerdown', onPress, { signal, capture: true });
    return () => listening.abort();
  }, [store, inner, view]);
}

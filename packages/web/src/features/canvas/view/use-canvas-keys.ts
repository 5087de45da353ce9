import { useEffect } from 'react';
import { selectNodes } from '../document/canvas-store.ts';
import { setTools, useCanvasTools } from '../document/canvas-tools-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { arrowKey } from '../keys/arrow-keys.ts';
import { isForeignKey } from '../keys/foreign-key.ts';
import { chordOf } from '../keys/key-chord.ts';
import { type KeyActions, type KeyContext, runKeyAction } from '../keys/key-handlers.ts';
import { actionOf } from '../keys/key-store.ts';
import { useLayOut } from '../layout/use-lay-out.ts';
import { useCanvasRuns } from '../run/run-part.ts';
import { announcePlace } from '../run/spoken-acts.ts';
import { focusNode, nodeIdOf } from '../walk/focus-node.ts';
import { useView } from './use-view.ts';

/** Ends the mode in which arrow keys move; answers whether it was on. */
function endMoving({ store, focusedId }: KeyContext): boolean {
  if (!useCanvasTools.getState().isMoving) return false;
  setTools({ isMoving: false });
  if (focusedId !== undefined) announcePlace(store, focusedId);
  return true;
}

/** Esc goes back one step: out of moving, out of the inspector to its node, then nothing is chosen. */
function goBack(event: KeyboardEvent, context: KeyContext): void {
  if (endMoving(context)) return;
  const { store } = context;
  const { selectedId } = store.getState();
  const isInInspector = event.target instanceof Element && event.target.closest('#panel-inspector') !== null;
  if (isInInspector && selectedId !== null) focusNode(selectedId);
  else selectNodes(store, new Set());
}

function onKey(event: KeyboardEvent, context: KeyContext): boolean {
  const { chord } = context;
  if (chord === 'Escape') {
    goBack(event, context);
    return true;
  }
  if (chord === 'Enter' && endMoving(context)) return true;
  if (arrowKey(event, context)) return true;
  const action = actionOf(chord);
  return action !== undefined && runKeyAction(action, context);
}

/** From a field of the inspector Esc leads back to the node, so that the drawing can be gone on with. */
function leaveField(event: KeyboardEvent, selectedId: string | null): void {
  const { target } = event;
  if (event.key !== 'Escape' || selectedId === null || !(target instanceof HTMLElement)) return;
  if (!target.closest('#panel-inspector') || target.closest('[role="listbox"], [aria-expanded="true"]'))
    return;
  event.preventDefault();
  focusNode(selectedId);
}

/** A test is asked for from a field too: what was typed is in the drawing already. */
function isTestKey(event: KeyboardEvent): boolean {
  const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
  const chord = chordOf(event);
  const isCommand = event.ctrlKey || event.metaKey;
  return !isInDialog && isCommand && chord !== undefined && actionOf(chord) === 'test';
}

/** Keys of the canvas; but for the test none acts while somebody types, or while a menu or a dialog is open. */
export function useCanvasKeys(actions: KeyActions): void {
  const store = useCanvasStore();
  const view = useView();
  const runs = useCanvasRuns();
  const layOut = useLayOut();

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isForeignKey(event) && !isTestKey(event)) {
        leaveField(event, store.getState().selectedId);
        return;
      }
      const chord = chordOf(event);
      if (chord === undefined) return;
      const focusedId = nodeIdOf(event.target);
      const context: KeyContext = { store, view, runs, actions, layOut, focusedId, chord };
      if (onKey(event, context)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [store, view, runs, actions, layOut]);
}

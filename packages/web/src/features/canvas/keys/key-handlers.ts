import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { Point } from '../commands/canvas-commands.ts';
import { isByPointer, pointerAt } from '../document/canvas-pointer.ts';
import { type CanvasStore, selectNodes } from '../document/canvas-store.ts';
import { setTools, useCanvasTools } from '../document/canvas-tools-store.ts';
import { togglePin } from '../document/pin-node.ts';
import { speak } from '../run/live-words.ts';
import type { CanvasRuns } from '../run/run-part.ts';
import {
  duplicateParts,
  groupParts,
  labelOf,
  redoStep,
  removeParts,
  selectedIds,
  toggleDisabled,
  undoStep,
  ungroupParts,
} from '../run/spoken-acts.ts';
import { openAddBox } from '../view/add-box-store.ts';
import type { useView } from '../view/use-view.ts';
import { type KeyActionId, keyAction } from './key-actions.ts';

/** What the frame does for keys that lead out of the drawing. */
export interface KeyActions {
  openConnect: (nodeId: string) => void;
  openPalette: (isSearch: boolean) => void;
  openNode: () => void;
}

/** What a key finds when it is pressed. */
export interface KeyContext {
  store: CanvasStore;
  view: ReturnType<typeof useView>;
  actions: KeyActions;
  runs: CanvasRuns;
  layOut: () => Promise<void>;
  /** The node with the focus. */
  focusedId: string | undefined;
  chord: string;
}

/** Answers false where the key is none of the canvas's business just now, so that the browser gets it. */
type Handler = (context: KeyContext) => unknown;

/** What an action is about: the chosen nodes, or the one with the focus while none is chosen. */
function targets({ store, focusedId }: KeyContext): Set<string> {
  const chosen = selectedIds(store);
  return chosen.size === 0 && focusedId !== undefined ? new Set([focusedId]) : chosen;
}

/** The one node an action is about: the one with the focus, else the only chosen one. */
function target(context: KeyContext): string | undefined {
  const { focusedId, store } = context;
  if (focusedId !== undefined) return focusedId;
  const id = store.getState().selectedId ?? undefined;
  if (id === undefined) speak(say(canvasToolsTexts, 'saidNoneChosen'));
  return id;
}

function withTarget(context: KeyContext, act: (nodeId: string) => void): void {
  const id = target(context);
  if (id !== undefined) act(id);
}

/** Under the pointer, or in the middle of the view when it is elsewhere or the keyboard is used alone. */
function placeToAdd({ view }: KeyContext): Point {
  const at = isByPointer() ? pointerAt() : undefined;
  return at ? view.toFlow(at) : view.centre();
}

function addNode(context: KeyContext): boolean {
  // Tab adds only for somebody who works on the drawing with the pointer. For everybody else it goes on to the next
  // control as in any page: a drawing that keeps Tab could not be left by keyboard (WCAG 2.1.2). The other key of this
  // action adds wherever the focus is.
  if (context.chord === 'Tab' && !isByPointer()) return false;
  openAddBox({ at: placeToAdd(context) });
  return true;
}

function toggleMoving(context: KeyContext): void {
  const id = target(context);
  if (id === undefined) return;
  const { isMoving } = useCanvasTools.getState();
  setTools({ isMoving: !isMoving });
  if (!isMoving) {
    const chosen = selectedIds(context.store);
    if (!chosen.has(id)) selectNodes(context.store, new Set([id]));
    speak(say(canvasToolsTexts, 'saidMoving', { name: labelOf(context.store, id) }));
  }
}

function removeChosen(context: KeyContext): void {
  const edges = context.store.getState().edges.flatMap((edge) => (edge.selected ? edge.id : []));
  const nodes = selectedIds(context.store);
  const isNothing = nodes.size + edges.length === 0;
  removeParts(context.store, isNothing ? targets(context) : nodes, new Set(edges));
}

function toggleNode({ store, focusedId }: KeyContext): boolean {
  if (focusedId === undefined) return false;
  selectNodes(store, selectedIds(store).symmetricDifference(new Set([focusedId])));
  return true;
}

/** The key handlers; other keys belong to the browser, to React Flow or to the frame. */
const handlers: Partial<Record<KeyActionId, Handler>> = {
  undo: ({ store }) => undoStep(store),
  redo: ({ store }) => redoStep(store),
  duplicate: (context) => duplicateParts(context.store, targets(context)),
  selectAll: ({ store }) => selectNodes(store, new Set(store.getState().nodes.map(({ id }) => id))),
  remove: removeChosen,
  group: (context) => groupParts(context.store, targets(context)),
  ungroup: (context) => ungroupParts(context.store, targets(context)),
  addNode,
  searchNodes: ({ actions }) => actions.openPalette(true),
  nodesPanel: ({ actions }) => actions.openPalette(false),
  openNode: ({ store, actions, focusedId }) => {
    if (focusedId === undefined) return false;
    selectNodes(store, new Set([focusedId]));
    actions.openNode();
    return focusInspector();
  },
  rename: (context) => withTarget(context, (id) => setTools({ renamedId: id })),
  connect: (context) => withTarget(context, context.actions.openConnect),
  moveMode: toggleMoving,
  toggleNode,
  disable: (context) => toggleDisabled(context.store, targets(context)),
  pin: (context) => withTarget(context, (id) => togglePin(context.store, id)),
  fit: ({ view }) => view.fit(),
  fitSelection: ({ view }) => view.fitSelection(),
  fullSize: ({ view }) => view.zoomTo(1),
  zoomIn: ({ view }) => view.zoomIn(),
  zoomOut: ({ view }) => view.zoomOut(),
  selectMode: ({ store }) => store.setState({ mode: 'select' }),
  panMode: ({ store }) => store.setState({ mode: 'pan' }),
  layout: ({ layOut }) => void layOut(),
  find: () => setTools({ isFindOpen: true }),
  outline: () => setTools({ isOutlineOpen: !useCanvasTools.getState().isOutlineOpen }),
  test: ({ runs }) => runs.test(),
  keySheet: () => setTools({ isKeySheetOpen: true }),
};

const editors = 'input:not([type="hidden"]), textarea, select, [role="switch"], .cm-content, button';

/** The inspector is drawn after the key: then its first parameter gets the focus. */
function focusInspector(): boolean {
  requestAnimationFrame(() => {
    const pane = document.querySelector('#panel-inspector');
    const param = pane?.querySelector(`[data-param-field] :is(${editors})`);
    const field = param ?? pane?.querySelector(`:is(${editors})`);
    if (field instanceof HTMLElement) field.focus();
  });
  return true;
}

/** Runs an action; returns whether the key was handled. */
export function runKeyAction(id: KeyActionId, context: KeyContext): boolean {
  const handler = handlers[id];
  if (!handler) return false;
  if (keyAction(id).isEdit && context.store.getState().isLocked) {
    if (id === 'addNode' && context.chord === 'Tab') return false;
    speak(say(canvasToolsTexts, 'saidLocked'));
    return true;
  }
  return handler(context) !== false;
}

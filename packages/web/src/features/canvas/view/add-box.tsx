import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useStore } from '@xyflow/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useShallow } from 'zustand/shallow';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { addCandidates } from '../add/add-candidates.ts';
import { addChosen } from '../add/add-chosen.ts';
import { AddSearch } from '../add/add-search.tsx';
import { boxPlace } from '../add/box-place.ts';
import { PinnedEdge } from '../add/pinned-edge.tsx';
import type { Ends } from '../commands/canvas-commands.ts';
import { notePress } from '../document/canvas-pointer.ts';
import type { CanvasStore } from '../document/canvas-store.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { connectParts } from '../run/spoken-acts.ts';
import { focusNode, lastFocusedId } from '../walk/focus-node.ts';
import styles from './add-box.module.css';
import { type AddBoxRequest, closeAddBox, useAddBox } from './add-box-store.ts';

/** Closes the box and removes the unfinished edge and the handle highlights. */
function close(store: CanvasStore): void {
  closeAddBox();
  store.setState({ connecting: null });
}

/** Ends of the edge between the held handle and one that was pressed while the box is open. */
function endsAt(request: AddBoxRequest, pressed: HTMLElement): Ends | undefined {
  const { from } = request;
  const other = pressed.dataset['nodeid'];
  const otherHandle = pressed.dataset['handleid'];
  if (!from || !other || !otherHandle) return undefined;
  return from.isFromOutput
    ? { source: from.nodeId, sourceHandle: from.handleId, target: other, targetHandle: otherHandle }
    : { source: other, sourceHandle: otherHandle, target: from.nodeId, targetHandle: from.handleId };
}

/** A press elsewhere closes the box; on a handle that fits it draws the edge there instead. */
function usePressElsewhere(box: RefObject<HTMLElement | null>, request: AddBoxRequest): void {
  const store = useCanvasStore();
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (!target || box.current?.contains(target)) return;
      const handle = target.closest<HTMLElement>('.react-flow__handle');
      const fitting = store.getState().connecting?.fitting;
      if (handle && fitting?.has(handle.dataset['handleid'] ?? '')) {
        const ends = endsAt(request, handle);
        event.preventDefault();
        event.stopPropagation();
        if (ends) connectParts(store, ends);
      }
      close(store);
    };
    window.addEventListener('pointerdown', onPress, true);
    return () => window.removeEventListener('pointerdown', onPress, true);
  }, [box, store, request]);
}

/** How many rows the box begins with, which says how high it is. */
function useFirstRows(store: CanvasStore, request: AddBoxRequest): number {
  return useMemo(() => {
    const { templates, kind, edges } = store.getState();
    return addCandidates({ templates: templates.values(), kind, edges }, request, []).fitting.length;
  }, [store, request]);
}

function OpenBox({ request }: { request: AddBoxRequest }) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const box = useRef<HTMLDivElement>(null);
  const viewport = useStore(useShallow(({ width, height, transform }) => ({ width, height, transform })));
  const place = boxPlace(request, useFirstRows(store, request), viewport);
  usePressElsewhere(box, request);

  const choose = (template: NodeTemplate) => {
    close(store);
    const id = addChosen(store, request, template);
    if (id !== undefined) focusNode(id);
  };
  const cancel = () => {
    close(store);
    // From here on, Tab leaves the canvas.
    notePress(false);
    const back = request.from?.nodeId ?? lastFocusedId();
    if (back !== undefined) focusNode(back, 0);
  };
  return (
    <>
      {request.from && <PinnedEdge from={request.from} to={place.edgeEnd} />}
      <div
        ref={box}
        role="dialog"
        aria-label={t('addBox')}
        className={`${styles['box']} nopan nodrag nowheel`}
        style={{ left: place.left, top: place.top }}
      >
        <AddSearch request={request} onChoose={choose} onCancel={cancel} />
      </div>
    </>
  );
}

/** Adds a node where the pointer is, at the end of an edge that was let go, or in the middle of one. */
export function AddBox() {
  const request = useAddBox((state) => state.request);
  const isLocked = useCanvas((state) => state.isLocked);
  if (!request || isLocked) return null;
  return <OpenBox key={`${request.at.x} ${request.at.y} ${request.edgeId}`} request={request} />;
}

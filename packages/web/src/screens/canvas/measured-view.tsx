import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { drawAt } from '../../features/canvas/document/canvas-store.ts';
import { useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { fitViewport, type Viewport } from '../../features/canvas/view/fit-viewport.ts';
import styles from './canvas-frame.module.css';

/** Draws the canvas once its room is known, so that it opens with everything in sight and nothing jumps. */
export function MeasuredView({ children }: { children: (firstView: Viewport) => ReactNode }) {
  const store = useCanvasStore();
  const room = useRef<HTMLDivElement>(null);
  const [firstView, setFirstView] = useState<Viewport>();
  useLayoutEffect(() => {
    if (!room.current) return;
    const { clientWidth: width, clientHeight: height } = room.current;
    const { nodes, groups } = store.getState();
    const view = fitViewport(nodes, { width, height }, groups);
    drawAt(store, view.zoom);
    setFirstView(view);
  }, [store]);
  return (
    <div ref={room} className={styles['room']}>
      {firstView && children(firstView)}
    </div>
  );
}

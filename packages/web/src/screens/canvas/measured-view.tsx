import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { drawAt } from '../../features/canvas/document/canvas-store.ts';
import { useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { fitViewport, type Viewport } from '../../features/canvas/view/fit-viewport.ts';
import { rememberFit } from '../../features/canvas/view/fitted-view.ts';
import styles from './canvas-frame.module.css';

/** Below this zoom a node shows only its name. */
const readingZoom = 0.5;
/** What closing the palette has to reach to be worth it. */
const worthZoom = 0.4;
const paletteWidth = 280;

interface MeasuredViewProps {
  /** Pixels at the upper edge that buttons float on. */
  topInset: number;
  /** The flow would be too small beside the palette. */
  onTight: () => void;
  children: (firstView: Viewport) => ReactNode;
}

/** Draws the canvas once its size is known, so that it opens with everything visible and nothing jumps. */
export function MeasuredView({ topInset, onTight, children }: MeasuredViewProps) {
  const first = useRef({ topInset, onTight });
  const store = useCanvasStore();
  const container = useRef<HTMLDivElement>(null);
  const [firstView, setFirstView] = useState<Viewport>();
  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const { clientWidth: width, clientHeight: height } = container.current;
    const { nodes, groups } = store.getState();
    const { topInset, onTight } = first.current;
    const fitIn = (width: number) => fitViewport(nodes, { width, height }, groups, topInset);
    const view = fitIn(width);
    if (view.zoom < readingZoom && fitIn(width + paletteWidth).zoom >= worthZoom) onTight();
    if (nodes.length > 0) rememberFit(store, view);
    drawAt(store, view.zoom);
    // In a task of its own, since frame and drawing together would keep the page from answering; by a message, because
    // a timer would come after the list of nodes.
    const { port1: here, port2: next } = new MessageChannel();
    here.onmessage = () => setFirstView(view);
    next.postMessage(null);
    return () => here.close();
  }, [store]);
  return (
    <div ref={container} className={styles['room']}>
      {firstView && children(firstView)}
    </div>
  );
}

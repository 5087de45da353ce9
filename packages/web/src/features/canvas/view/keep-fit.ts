import { useStore, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { useCanvasStore } from '../document/use-canvas.ts';
import { isFitted } from './fitted-view.ts';
import { useView } from './use-view.ts';

/** A drawing that was in sight as a whole stays so when panels beside it or the strip below come and go. */
export function useKeepFit(): void {
  const canvas = useCanvasStore();
  const inner = useStoreApi();
  const view = useView();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    if (width === 0 || height === 0 || !isFitted(canvas, inner.getState().transform)) return;
    view.fit();
  }, [canvas, inner, view, width, height]);
}

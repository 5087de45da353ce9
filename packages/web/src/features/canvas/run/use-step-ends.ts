import { useEffect } from 'react';
import { endTyping } from '../document/history.ts';
import { useCanvasStore } from '../document/use-canvas.ts';

/** Ends a burst of typing when the field loses the focus, so that the next field's first key is a step of its own. */
export function useStepEnds(): void {
  const store = useCanvasStore();
  useEffect(() => {
    const onLeave = () => endTyping(store);
    window.addEventListener('focusout', onLeave);
    return () => window.removeEventListener('focusout', onLeave);
  }, [store]);
}

import { lazy, Suspense, useEffect, useRef } from 'react';
import { closedTools, setTools, useCanvasTools } from '../document/canvas-tools-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { focusNode, lastFocusedId } from '../walk/focus-node.ts';
import { closeAddBox } from './add-box-store.ts';
import { FindBar } from './find-bar.tsx';

const KeySheet = lazy(() => import('./key-sheet.tsx').then((module) => ({ default: module.KeySheet })));
const Outline = lazy(() => import('./outline.tsx').then((module) => ({ default: module.Outline })));

/** Below this width the drawing is too small to work on: the outline stands in for it. */
const phoneQuery = '(max-width: 599px)';

/** Opens the outline on phone-sized windows, and closes other tools. */
function useToolsOfWindow(): void {
  useEffect(() => {
    if (window.matchMedia(phoneQuery).matches) setTools({ isOutlineOpen: true });
    return () => {
      setTools(closedTools);
      closeAddBox();
    };
  }, []);
}

/** The tools that lie over the drawing: find, the outline, the sheet of keys. */
export function OpenTools() {
  const store = useCanvasStore();
  const { isFindOpen, isOutlineOpen, isKeySheetOpen } = useCanvasTools();
  // Opened automatically by window width, so it does not take focus.
  const isAsked = useRef(false);
  useToolsOfWindow();
  useEffect(() => {
    isAsked.current = true;
  }, []);
  const closeOutline = () => {
    setTools({ isOutlineOpen: false });
    const id = store.getState().selectedId ?? lastFocusedId();
    if (id !== null && id !== undefined) requestAnimationFrame(() => focusNode(id));
  };
  return (
    <>
      {isFindOpen && !isOutlineOpen && <FindBar onClose={() => setTools({ isFindOpen: false })} />}
      <Suspense fallback={null}>
        {isOutlineOpen && <Outline onClose={closeOutline} takesFocus={isAsked.current} />}
        {isKeySheetOpen && <KeySheet onClose={() => setTools({ isKeySheetOpen: false })} />}
      </Suspense>
    </>
  );
}

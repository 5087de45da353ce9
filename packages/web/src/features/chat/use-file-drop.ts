import { type RefObject, useEffect, useRef, useState } from 'react';

/** Takes files that are dropped on a box; answers whether some hover over it. Nothing is taken without `onFiles`. */
export function useFileDrop(
  box: RefObject<HTMLElement | null>,
  onFiles: ((files: readonly File[]) => void) | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  }, [onFiles]);

  const isActive = onFiles !== undefined;
  useEffect(() => {
    const element = box.current;
    if (!element || !isActive) return undefined;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      const isInside = event.relatedTarget instanceof Node && element.contains(event.relatedTarget);
      if (!isInside) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take.current?.([...(event.dataTransfer?.files ?? [])]);
    };
    element.addEventListener('dragover', over);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  }, [box, isActive]);

  return isOver && isActive;
}

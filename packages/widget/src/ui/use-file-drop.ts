import { useRef, useState } from 'preact/hooks';

/** Accepts files dropped anywhere on an element. */
export function useFileDrop(onFiles: ((files: FileList) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  // A parent's "leave" comes after its child's "enter".
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const step = (change: number) => {
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };
  if (!onFiles) return { isOver: false, listeners: {} };
  return {
    isOver,
    listeners: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && step(1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && step(-1),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        if (event.dataTransfer) onFiles(event.dataTransfer.files);
      },
    },
  };
}

/** The element that a frame stands for, counted from 1, with those around it: `3`, or `3.1` inside another iteration. */
export function itemNumber(frame: string): string {
  return frame
    .split('/')
    .map((part) => Number(part.slice(part.lastIndexOf('#') + 1)) + 1)
    .join('.');
}

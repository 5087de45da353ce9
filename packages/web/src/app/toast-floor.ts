/** Bars with buttons at the lower edge of the window. */
const bars = '[role="dialog"] footer, [data-run-strip]';
/** How far right toasts reach. */
const toastsEndPx = 440;
/** A bar that lies higher has room for toasts below it. */
const nearShare = 0.5;

/** How high above the lower edge of the window toasts begin, so that they cover none of the bars. */
export function floorAbove(
  rects: readonly Pick<DOMRect, 'left' | 'top' | 'height'>[],
  windowHeight: number,
): number {
  const near = rects.filter(
    ({ left, top, height }) => height > 0 && left < toastsEndPx && top > windowHeight * nearShare,
  );
  return Math.max(0, ...near.map(({ top }) => Math.ceil(windowHeight - top)));
}

function measure(): void {
  const rects = [...document.querySelectorAll(bars)].map((bar) => bar.getBoundingClientRect());
  const floor = floorAbove(rects, window.innerHeight);
  document.documentElement.style.setProperty('--toast-floor', `${floor}px`);
}

/** Keeps the style `--toast-floor` right while toasts are shown; answers what ends that. */
export function watchToastFloor(): () => void {
  let frame = 0;
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  };
  measure();
  // Dialogs come and go among the children of the page, and the strip within the canvas.
  const changes = new MutationObserver(later);
  changes.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('resize', later);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    window.removeEventListener('resize', later);
  };
}

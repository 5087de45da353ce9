/** How long a scrollbar stays in sight after the last scrolling. */
const scrollingThresholdMs = 1000;

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Marks a box as scrolling, which shows its bar, until it has rested for the threshold. */
export function showScrollbar(box: HTMLElement): void {
  box.dataset['scrolling'] = 'true';
  clearTimeout(timers.get(box));
  timers.set(
    box,
    setTimeout(() => {
      delete box.dataset['scrolling'];
    }, scrollingThresholdMs),
  );
}

/** Long enough for the list itself to be loaded. */
const quietMs = 2000;
const links = 'a[href^="/canvas"], a[href^="/agentcanvas"]';

/**
 * Loads the canvas before it is opened: as soon as a link to one is pointed at or has the focus, else when nothing
 * else is to do. Answers how to give up.
 */
export function loadCanvasAhead(load: () => Promise<unknown>): () => void {
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('pointerover', onTarget);
    document.removeEventListener('focusin', onTarget);
  };
  const begin = () => {
    stop();
    // The canvas itself retries what fails to load, and reports the error.
    load().catch(() => undefined);
  };
  const onTarget = ({ target }: Event) => {
    if (target instanceof Element && target.closest(links)) begin();
  };
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(begin) : begin());
  const timer = setTimeout(whenIdle, quietMs);
  document.addEventListener('pointerover', onTarget);
  document.addEventListener('focusin', onTarget);
  return stop;
}

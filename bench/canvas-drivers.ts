import type { Page } from 'playwright-core';

interface Watched {
  frames: number;
  longTasks: number[];
  paints: number[];
}

/** Starts to count the page's frames and its tasks that blocked the main thread for over 50 ms. */
export async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { frames: 0, longTasks: [], paints: [] };
    Object.assign(window, { watched });
    const count = () => {
      watched.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new PerformanceObserver((list) => {
      watched.longTasks.push(...list.getEntries().map((entry) => entry.duration));
    }).observe({ type: 'longtask' });
    // From the key press to the frame after it: a message posted in a frame arrives after its paint.
    window.addEventListener(
      'keydown',
      () => {
        const startedAt = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => watched.paints.push(performance.now() - startedAt);
          channel.port2.postMessage(undefined);
        });
      },
      { capture: true },
    );
  });
}

/** The counts since the last reading. */
export function readWatched(page: Page): Promise<Watched> {
  return page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    const copy = { ...watched };
    Object.assign(watched, { frames: 0, longTasks: [], paints: [] });
    return copy;
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Frames per second while the mouse, pressed at a point, moves to and fro for two seconds. */
export async function dragRate(page: Page, from: { x: number; y: number }, reach: number): Promise<number> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await readWatched(page);
  const startedAt = performance.now();
  for (let step = 0; performance.now() - startedAt < 2000; step += 1) {
    await page.mouse.move(from.x + Math.sin(step / 8) * reach, from.y + Math.cos(step / 8) * 20);
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  const elapsedMs = performance.now() - startedAt;
  const { frames } = await readWatched(page);
  await page.mouse.up();
  return (frames / elapsedMs) * 1000;
}

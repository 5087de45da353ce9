import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Brings everything that fades to its end: half faded in is half the contrast. What runs for ever does not count.
 * The end is the same when it is waited for, and a change of theme fades hundreds of times in the journeys.
 */
export async function untilStill(page: Page): Promise<void> {
  const isStill = () =>
    page.evaluate(async () => {
      const frames = 10;
      for (let frame = 0; frame < frames; frame += 1) {
        const running = document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
          );
        if (running.length === 0) return true;
        for (const animation of running) animation.finish();
        // What one of them sets off begins with the next frame.
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return false;
    });
  await expect.poll(isStill).toBe(true);
}

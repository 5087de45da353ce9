import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until nothing fades any more: half faded in is half the contrast. What runs for ever does not count. */
export async function untilStill(page: Page): Promise<void> {
  const isStill = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    );
  await expect.poll(isStill).toBe(true);
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    heardAnnouncements?: string[];
  }
}

/** Notes what the pages to come say in their live regions: each text stands there only until the next one. */
export async function hearAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    window.heardAnnouncements = heard;
    const regions = '[role="status"], [aria-live="polite"], [aria-live="assertive"]';
    const note = (element: Element | null | undefined) => {
      const text = element?.textContent?.trim();
      if (text) heard.push(text);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const changed = target instanceof Element ? target : target.parentElement;
        note(changed?.closest(regions));
        for (const added of addedNodes)
          if (added instanceof Element) for (const region of added.querySelectorAll(regions)) note(region);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Waits until these words have been said since the last ones that a test waited for. */
export async function announced(page: Page, words: string | RegExp): Promise<void> {
  const pattern = typeof words === 'string' ? words : words.source;
  const take = () =>
    page.evaluate(
      ([text, isPattern]) => {
        const heard = window.heardAnnouncements ?? [];
        const found = isPattern ? new RegExp(text) : undefined;
        const at = heard.findIndex((one) => (found ? found.test(one) : one.includes(text)));
        if (at < 0) return heard.join(' | ');
        heard.splice(0, at + 1);
        return true;
      },
      [pattern, typeof words !== 'string'] as const,
    );
  await expect.poll(take, { timeout: 10_000 }).toBe(true);
}

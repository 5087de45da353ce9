import type { Page } from 'playwright-core';
import type { Visits } from './visits.ts';
import type { Walk } from './walk.ts';

/** Ends a visit at the page that it goes to first. */
class Arrived extends Error {}

/** Goes where a visit goes first, in a narrow window, and names what is wider than its place. */
export async function lookNarrow(walk: Walk, visit: Visits[string]): Promise<string[]> {
  const { page } = walk;
  let found: string[] | undefined;
  const narrow: Walk = {
    ...walk,
    async go(path) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      found = await tooWide(page);
      throw new Arrived();
    },
  };
  await visit(narrow).catch((error) => {
    if (!(error instanceof Arrived)) throw error;
  });
  if (!found) throw new Error('The visit goes nowhere.');
  return found;
}

/** The page itself, and boxes in which a table has to be pushed sideways to be read. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`the page: ${scrollWidth} of ${clientWidth}`] : [];
    for (const table of document.querySelectorAll('main table')) {
      const box = table.closest<HTMLElement>('[style*="overflow"], div, section');
      if (box && box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'visible')
        wide.push(
          `${table.getAttribute('aria-label') ?? 'a table'}: ${box.scrollWidth} of ${box.clientWidth}`,
        );
    }
    return wide;
  });
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Look {
  /** Selector of what is looked at; the whole page when absent. */
  part?: string | undefined;
  /** Only these rules. */
  rules?: readonly string[];
}

export interface Finding {
  id: string;
  target: string;
  /** What to do about it. */
  summary: string;
}

/** Without the source of every element that a rule looks at, found or not: writing it takes a tenth of the time. */
const source = `${axe.source}; axe.configure({ noHtml: true });`;

/**
 * What axe finds in a page as it stands. It runs in the page itself: a builder for Playwright would bring the rules
 * along and open a second page each time.
 */
export async function axeFindings(page: Page, { part, rules }: Look = {}): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ within, runOnly }) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        within === null ? document : { include: [within] },
        {
          resultTypes: ['violations'],
          // No style sheets: one that is still coming would be fetched again and written into a page whose policy
          // forbids that. Only a rule that is off by itself reads them.
          preload: { assets: ['media'] },
          ...(runOnly && { runOnly }),
        },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => ({
          id,
          target: String(target),
          summary: failureSummary,
        })),
      );
    },
    { within: part ?? null, runOnly: rules ? [...rules] : null },
  );
}

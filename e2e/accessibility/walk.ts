import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../axe-findings.ts';
import type { FullWorkspace } from '../full-workspace.ts';
import { untilStill } from '../until-still.ts';

/** Entries of menus that open a dialog, wherever they stand. */
const dialogEntries = new Set([
  'API',
  'Account',
  'Configuration',
  'Edit',
  'Edit tags',
  'From cURL',
  'From OpenAPI URL',
  'From template',
  'History',
  'Keyboard shortcuts',
  'Leads',
  'Messages',
  'Move to a folder',
  'Profile and password',
  'Rename',
  'Save as a copy…',
  'Save as template',
  'Save with a note…',
  'Upsert history',
  'Paste JSON schema',
]);

/** A page on its way through the product that looks for faults in everything it opens. */
export interface Walk {
  page: Page;
  full: FullWorkspace;
  /** What was found so far: rule, place and reason. */
  findings: string[];
  /** Goes to an address, waits for something on it, and looks. */
  go(path: string, ready?: Locator): Promise<void>;
  /** Looks at the page as it stands, in both themes; with `opened`, at what was opened over it. */
  check(what: string, opened?: string): Promise<void>;
  /** Opens a dialog by a button, looks at it, and closes it. */
  dialog(button: string | RegExp, ready?: Locator): Promise<void>;
  /** Opens every menu within a part of the page, and every dialog that its entries open. */
  menus(within?: Locator): Promise<void>;
}

/** All that a theme changes is colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** What can become wrong in a page by something that opens over it; the rest of it was looked at before. */
const rulesUnderneath = [
  'aria-hidden-focus',
  'aria-valid-attr-value',
  'duplicate-id-aria',
  'nested-interactive',
  'region',
  'scrollable-region-focusable',
];

const isDark = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] === 'dark');

async function colour(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
  await untilStill(page);
}

/** One name for the buttons of all rows: "More actions for A" and "More actions for B" open the same menu. */
const stem = (name: string) => name.replace(/^(More actions for|Actions for|More for) .*/, '$1');

/** Begins a walk. */
export function startWalk(page: Page, full: FullWorkspace): Walk {
  const walk: Walk = {
    page,
    full,
    findings: [],
    async go(path, ready) {
      await page.goto(path);
      await (ready ?? page.getByRole('heading', { level: 1 })).first().waitFor();
      if (!ready) await page.waitForLoadState('networkidle');
      await walk.check('');
    },
    async check(what, opened) {
      // A tooltip of the button that was pressed is over soon, and is none of what was opened.
      await page.mouse.move(0, 0);
      const tooltip = page.getByRole('tooltip').first();
      await tooltip.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => undefined);
      const where = `${new URL(page.url()).pathname} ${what}`;
      const [theme, other] = (await isDark(page))
        ? (['dark', 'light'] as const)
        : (['light', 'dark'] as const);
      const look = async (named: string, within: Parameters<typeof axeFindings>[1]) => {
        for (const { id, target, summary } of await axeFindings(page, within))
          walk.findings.push(`${where}, ${named}: ${id} at ${target}: ${summary}`);
      };
      // Begins with the theme that the last look ended in: to change it takes as long as some looks.
      await colour(page, theme);
      await look(theme, { part: opened });
      if (opened !== undefined) await look(theme, { rules: rulesUnderneath });
      await colour(page, other);
      await look(other, { part: opened, rules: colourRules });
    },
    async dialog(button, ready) {
      await page.getByRole('button', { name: button }).first().click();
      await lookAtDialog(walk, String(button), ready);
    },
    async menus(within = page.locator('body')) {
      const names = await menuNames(within);
      for (const [name, at] of names) await lookAtMenu(walk, within, name, at);
    },
  };
  return walk;
}

const opener =
  '[aria-haspopup="menu"]:visible, [aria-haspopup="true"]:visible, [aria-haspopup="listbox"]:visible';

/** The menus of a part, each once, with the place of its button among all of them. */
async function menuNames(within: Locator): Promise<Map<string, number>> {
  const names = await within
    .locator(opener)
    .evaluateAll((buttons) =>
      buttons.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
    );
  const seen = new Map<string, number>();
  for (const [at, name] of names.entries()) if (!seen.has(stem(name))) seen.set(stem(name), at);
  return seen;
}

async function lookAtMenu(walk: Walk, within: Locator, name: string, at: number): Promise<void> {
  const { page } = walk;
  const open = async () => {
    await within.locator(opener).nth(at).click();
    await page.getByRole('menu').or(page.getByRole('listbox')).first().waitFor();
  };
  await open();
  await walk.check(`menu ${name}`, '[role="menu"], [role="listbox"]');
  const entries = await page
    .getByRole('menuitem')
    .evaluateAll((items) =>
      items
        .filter((each) => each.getAttribute('aria-disabled') !== 'true')
        .map((each) => each.textContent ?? ''),
    );
  await page.keyboard.press('Escape');
  await page.getByRole('menu').first().waitFor({ state: 'detached' });
  for (const entry of entries.filter((text) => dialogEntries.has(text))) {
    await open();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await lookAtDialog(walk, `${name} → ${entry}`);
  }
}

async function lookAtDialog(walk: Walk, name: string, ready?: Locator): Promise<void> {
  const { page } = walk;
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await ready?.first().waitFor();
  await walk.check(`dialog ${name}`, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canvasVisits } from './accessibility/canvas-visits.ts';
import { knowledgeVisits } from './accessibility/knowledge-visits.ts';
import { listVisits } from './accessibility/list-visits.ts';
import { lookNarrow } from './accessibility/look-narrow.ts';
import { voiceVisits } from './accessibility/voice-visits.ts';
import { startWalk } from './accessibility/walk.ts';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type FullWorkspace, fillWorkspace } from './full-workspace.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
/** Without an owner at first, and with something in every list. */
let empty: LocalServer;
let tendril: LocalServer;
let full: FullWorkspace;

beforeAll(async () => {
  empty = await startServer();
  tendril = await startServer();
  full = await fillWorkspace(await new ApiClient(tendril.url).registerOwner());
}, 180_000);

afterAll(async () => {
  await Promise.all([empty?.remove(), tendril?.remove()]);
});

/** The paths of the app's table of routes; the module itself needs a browser. */
const table = readFileSync(new URL('../packages/web/src/app/routes.tsx', import.meta.url), 'utf8');
const paths = [...table.matchAll(/(?:path: |canvasRow\()'(\/[^']+)'/g)].map(([, path = '']) => path);

const visits = { ...listVisits, ...knowledgeVisits, ...voiceVisits, ...canvasVisits };

/** What fades is looked at when it has ended; drawing it until then takes a sixth of what Chromium does here. */
const atOnce = { reducedMotion: 'reduce' } as const;

async function open(at: LocalServer, viewport = { width: 1440, height: 900 }) {
  const page = await browser.visit(at.url, { session: 'shared', viewport, ...atOnce });
  browser.allow(page, answered(404));
  return page;
}

it('G6: every path of the product is visited', () => {
  expect(paths.length).toBeGreaterThan(20);
  expect(Object.keys(visits).sort()).toEqual(paths.sort());
});

it.each(Object.entries(visits))(
  'G6: %s, its menus and dialogs: no finding in either theme',
  { timeout: 180_000 },
  async (_, visit) => {
    const walk = startWalk(await open(tendril), full);
    await visit(walk);
    expect(walk.findings).toEqual([]);
  },
);

it.each(Object.entries(visits))(
  'G6: %s is no wider than a window of 400 pixels, nor is a table in it',
  { timeout: 60_000 },
  async (_, visit) => {
    const page = await open(tendril, { width: 400, height: 860 });
    expect(await lookNarrow(startWalk(page, full), visit)).toEqual([]);
  },
);

it('G6: the forms before the sign-in: no finding in either theme', async () => {
  const page = await browser.visit(empty.url, atOnce);
  const walk = startWalk(page, full);
  await page.goto('/');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Enter your name.').waitFor();
  await walk.check('owner form with mistakes');
  await page.goto(`${tendril.url}/`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await walk.check('sign-in form');
  expect(walk.findings).toEqual([]);
});

it('G6: the empty lists: no finding in either theme', { timeout: 120_000 }, async () => {
  // It has one already when this is tried again.
  const known = new ApiClient(empty.url);
  await known.signIn().catch(() => known.registerOwner());
  const walk = startWalk(await open(empty), full);
  for (const path of paths.filter((each) => !each.includes(':') && !each.includes('canvas')))
    await walk.go(path);
  expect(walk.findings).toEqual([]);
});

it('G6: menus and canvas of a phone: no finding in either theme', { timeout: 120_000 }, async () => {
  const page = await open(tendril, { width: 400, height: 860 });
  const walk = startWalk(page, full);
  await walk.go('/chatflows', page.getByRole('article'));
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await walk.check('main menu');
  await page.keyboard.press('Escape');
  await walk.go(`/canvas/${full.flowId}`, page.getByRole('region', { name: 'Outline' }));
  await walk.menus();
  await page
    .getByRole('region', { name: 'Outline' })
    .getByRole('button', { name: /^Plain Text/ })
    .click();
  await walk.check('a node of the outline');
  await page.goto(`/canvas/${full.flowId}`);
  await page.getByRole('button', { name: 'Back to the canvas' }).click();
  await walk.check('canvas without the outline');
  await page.getByRole('button', { name: /Nodes/ }).click();
  await walk.check('nodes to add');
  expect(walk.findings).toEqual([]);
});

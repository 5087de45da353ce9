import { AxeBuilder } from '@axe-core/playwright';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBrowser } from './browser.ts';
import { HouseClient } from './house-client.ts';
import { type LocalHouse, startHouse } from './local-house.ts';

const browser = testBrowser();
/** Without an owner, with an owner but no flow, and with something in every list. */
let fresh: LocalHouse;
let empty: LocalHouse;
let house: LocalHouse;
let flow: FlowDetail;

beforeAll(async () => {
  [fresh, empty, house] = await Promise.all([startHouse(), startHouse(), startHouse()]);
  await new HouseClient(empty.url).registerOwner();
  const client = await new HouseClient(house.url).registerOwner();
  flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  await client.call('POST', 'apikey', { keyName: 'Website' });
});

afterAll(async () => {
  await Promise.all([fresh?.remove(), empty?.remove(), house?.remove()]);
});

interface Place {
  name: string;
  /** Goes there and waits until everything is drawn. */
  reach(page: Page): Promise<void>;
  isSignedOut?: boolean;
  /** Which house; the full one when absent. */
  at?: () => LocalHouse;
}

const places: readonly Place[] = [
  {
    name: 'the owner form',
    isSignedOut: true,
    at: () => fresh,
    async reach(page) {
      await page.goto('/');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Enter your name.').waitFor();
    },
  },
  {
    name: 'the sign-in form',
    isSignedOut: true,
    async reach(page) {
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    },
  },
  {
    name: 'the empty lists',
    at: () => empty,
    async reach(page) {
      await page.goto('/chatflows');
      await page.getByRole('button', { name: 'Open support bot' }).waitFor();
      await expectNoFindings(page);
      await page.goto('/apikey');
      await page.getByText('No key yet').waitFor();
      await expectNoFindings(page);
      await page.goto('/agentflows');
      await page.getByText('No pipeline yet').waitFor();
    },
  },
  {
    name: 'the list of flows, as cards and as a table',
    async reach(page) {
      await page.goto('/chatflows');
      await page.getByRole('article').first().waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByLabel('Select all').check();
    },
  },
  {
    name: 'the API keys and the dialog of a new one',
    async reach(page) {
      await page.goto('/apikey');
      await page.getByRole('cell', { name: 'Website', exact: true }).waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a chat page with an answer, its trace and the invalid one',
    async reach(page) {
      await page.goto('/chatbot/none');
      await page.getByRole('heading', { name: 'Invalid Chatbot' }).waitFor();
      await expectNoFindings(page);
      await page.goto(`/chatbot/${flow.id}`);
      await page.getByRole('textbox', { name: 'Write a message' }).fill('How much does shipping cost?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Open trace' }).last().waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Open trace' }).last().click();
      await page.getByRole('button', { name: 'Close trace' }).waitFor();
    },
  },
  {
    name: 'the canvas with a node chosen',
    async reach(page) {
      await page.goto(`/canvas/${flow.id}`);
      await page.locator('.react-flow__node').first().waitFor();
      await expectNoFindings(page);
      await page.locator('.react-flow__node').filter({ hasText: 'Plain Text' }).first().click();
      await page.getByRole('tab', { name: 'Inspector' }).waitFor();
    },
  },
];

/** No finding that hinders people seriously, by the rules of WCAG 2.2 A and AA. */
async function expectNoFindings(page: Page): Promise<void> {
  // What is half faded in has half the contrast.
  await expect
    .poll(() =>
      page.evaluate(() =>
        document
          .getAnimations()
          .every(
            ({ effect, playState }) =>
              playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
          ),
      ),
    )
    .toBe(true);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
    }));
  expect(serious, page.url()).toEqual([]);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(places)('G6: $name has no serious finding', async ({ reach, isSignedOut, at }) => {
    const origin = (at?.() ?? house).url;
    const storage = { isDarkMode: String(theme === 'dark') };
    const page = await browser.visit(origin, { storage, ...(!isSignedOut && { session: 'shared' }) });
    browser.allow(page, /status of 40[04]/);
    await reach(page);
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
    await expectNoFindings(page);
  });
});

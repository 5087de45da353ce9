import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import {
  type KeyVendor,
  startKeyVendor,
} from '@tendril/server/features/account/credentials/testing/key-vendor';
import {
  type OAuth2Vendor,
  startOAuth2Vendor,
  vendorApp,
} from '@tendril/server/features/account/credentials/testing/oauth2-vendor';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { chatFlow, readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
const key = 'sk-CANARY-journey-key-7f3a';
let server: LocalServer;
let client: ApiClient;
let keys: KeyVendor;
let signIns: OAuth2Vendor;
/** Everything the server has answered to pages of these tests. */
const answers: Promise<string>[] = [];

beforeAll(async () => {
  [keys, signIns] = await Promise.all([startKeyVendor(key), startOAuth2Vendor()]);
  const hosts = [keys.url, signIns.url].map((url) => new URL(url).host);
  server = await startServer({ environment: { EGRESS_ALLOW: hosts.join(','), LOG_LEVEL: 'trace' } });
  client = await new ApiClient(server.url).registerOwner();
});
beforeEach(async () => {
  for (const { id } of await client.call<{ id: string }[]>('GET', 'credentials'))
    await client.call('DELETE', `credentials/${id}`);
});
afterAll(async () => {
  await server?.remove();
  await Promise.all([keys?.close(), signIns?.close()]);
});

const store = (name: string, plainDataObj: object, credentialName = 'openAIApi') =>
  client.call<{ id: string }>('POST', 'credentials', { name, credentialName, plainDataObj });
const ours = () => ({ openAIApiKey: key, basePath: `${keys.url}/v1` });

async function open(viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', viewport });
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''));
  });
  await page.goto('/credentials');
  await page.getByRole('heading', { level: 1, name: 'Secrets' }).waitFor();
  return page;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const rowNames = (page: Page) => page.locator('tbody td:nth-child(2) button').allTextContents();

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function expectNoFindings(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await untilStill(page);
    const found = await axeFindings(page);
    expect(found.map(({ id, target }) => `${theme} ${id}: ${target}`)).toEqual([]);
  }
}

it('PRODUCT-05, ROUTES-17, ROUTES-34: begins empty; a key is stored once its test goes well, and stays after a reload', async () => {
  const page = await open();
  browser.allow(page, answered(422));
  await page
    .getByText('The demo model needs none. Add a secret to use OpenAI, Anthropic, Twilio and others.')
    .waitFor();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Add secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add secret' });
  await dialog.getByText('Step 1 of 2').waitFor();
  await expectNoFindings(page);
  // Over a hundred cards are one stop of Tab.
  const kinds = dialog.getByRole('list', { name: 'Secret types' }).getByRole('button');
  expect(await kinds.count()).toBeGreaterThan(80);
  expect(await kinds.and(dialog.locator('[tabindex="0"]')).count()).toBe(1);
  await dialog.getByRole('textbox', { name: 'Search types' }).press('ArrowDown');
  await page.keyboard.press('End');
  const last = kinds.last();
  await expect.poll(() => last.evaluate((card) => card === document.activeElement && card.tabIndex)).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await dialog.getByRole('textbox', { name: 'Search types' }).fill('zzz');
  await dialog.getByText('No types match “zzz”').waitFor();
  await dialog.getByRole('textbox', { name: 'Search types' }).fill('openai');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByText('Step 2 of 2').waitFor();
  await dialog.getByRole('button', { name: 'Test & save' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByText('OpenAI Api Key is required').waitFor();
  await expectNoFindings(page);

  const password = dialog.locator('input[type=password]');
  await dialog.getByLabel('Name').fill('Production');
  await password.fill('sk-CANARY-wrong-one');
  await dialog.getByLabel('Base URL').fill(`${keys.url}/v1`);
  const hold = dialog.getByRole('button', { name: 'Press and hold to show' });
  await hold.hover();
  await page.mouse.down();
  await dialog.locator('input[type=text][autocomplete=new-password]').waitFor();
  await page.mouse.up();
  await password.waitFor();
  await dialog.getByRole('button', { name: 'Test & save' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'The key was rejected.' }).waitFor();
  expect(await client.call('GET', 'credentials')).toEqual([]);
  await password.fill(key);
  await dialog.getByRole('button', { name: 'Test & save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(page, 'Production').getByText('Works').waitFor();
  await page.reload();
  const cells = row(page, 'Production');
  for (const text of ['…7f3a', 'OpenAI API', 'Not used', 'Works', '3 models'])
    await cells.getByText(text).waitFor();
});

it('ROUTES-34: is edited without its value, tested and replaced from the menu', async () => {
  await store('Team key', ours());
  const page = await open();
  browser.allow(page, answered(422));
  await act(page, 'Team key', 'Test');
  await page.locator('[data-toast]').getByText('Team key works: 3 models').waitFor();
  await row(page, 'Team key').getByText('Works').waitFor();

  await row(page, 'Team key').getByRole('button', { name: 'Team key', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit secret' });
  const password = edit.locator('input[type=password]');
  await password.waitFor();
  expect([await password.inputValue(), await password.getAttribute('placeholder')]).toEqual(['', '••••••••']);
  await edit.getByText('Leave empty to keep the stored value.').waitFor();
  await edit.getByLabel('Name').fill('Renamed key');
  await edit.getByRole('button', { name: 'Test & save' }).click();
  await row(page, 'Renamed key').getByText('Works').waitFor();

  await act(page, 'Renamed key', 'Replace');
  const replace = page.getByRole('dialog', { name: 'Replace secret' });
  await replace.locator('input[type=password]').waitFor();
  await replace.getByRole('button', { name: 'Save without testing' }).click();
  await replace.getByText('OpenAI Api Key is required').waitFor();
  await replace.locator('input[type=password]').fill('sk-CANARY-other-9z9z');
  await replace.getByRole('button', { name: 'Save without testing' }).click();
  await row(page, 'Renamed key').getByText('…9z9z').waitFor();
  await row(page, 'Renamed key').getByText('Not tested').waitFor();
  await act(page, 'Renamed key', 'Test');
  await row(page, 'Renamed key').getByText('Failed').waitFor();
  await page.getByRole('button', { name: /^Failing/ }).click();
  expect(await rowNames(page)).toEqual(['Renamed key']);
});

it('names the flows that use it, leads there, and says before it goes what stops working', async () => {
  const { id } = await store('Shared', ours());
  const flowData = chatFlow(await readTemplates(client), `${keys.url}/v1`, id);
  const flow = await client.call<{ id: string }>('POST', 'flows', {
    name: 'Shop help',
    type: 'CHATFLOW',
    flowData,
  });
  const page = await open();
  await row(page, 'Shared').getByRole('button', { name: '1 flow' }).click();
  await page.getByRole('menuitem', { name: 'Shop help' }).click();
  await page.waitForURL(`**/canvas/${flow.id}`);
  await page.goto('/credentials');
  await act(page, 'Shared', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await dialog.getByText('Delete secret Shared?', { exact: true }).waitFor();
  await dialog.getByText('It is used here and will stop working:').waitFor();
  await dialog.getByRole('link', { name: 'Shop help' }).waitFor();
  await expectNoFindings(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await act(page, 'Shared', 'Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No secrets yet').waitFor();
  await client.call('DELETE', `flows/${flow.id}`);
});

it('ROUTES-34, SP-02: is found, sorted, filtered and deleted together; a failed load says why and loads again', async () => {
  await store('Beta', { openAIApiKey: 'sk-beta-1234567' });
  await store('Alpha', { groqApiKey: 'sk-alpha-1234567' }, 'groqApi');
  await store('Gamma', { groqApiKey: 'sk-gamma-1234567' }, 'groqApi');
  const page = await open();
  await expect.poll(() => rowNames(page)).toEqual(['Gamma', 'Alpha', 'Beta']);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect.poll(() => rowNames(page)).toEqual(['Alpha', 'Beta', 'Gamma']);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('gam');
  await expect.poll(() => rowNames(page)).toEqual(['Gamma']);
  await page.keyboard.type('x');
  await page.getByText('No secrets match “gamx”').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Type: All types' }).click();
  await page.getByRole('menuitemradio', { name: 'Groq API' }).click();
  await expect.poll(() => rowNames(page)).toEqual(['Alpha', 'Gamma']);
  await page.getByLabel('Select all').check();
  await expectNoFindings(page);
  await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Delete 2 secrets?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('[data-toast]').getByText('2 secrets were deleted').waitFor();
  expect(await client.call('GET', 'credentials')).toMatchObject([{ name: 'Beta' }]);

  browser.allow(page, answered(500));
  const isList = (url: URL) => url.pathname === `${studioPrefix}/credentials`;
  const json = { code: 'INTERNAL', message: 'The disk is full.', requestId: 'req-1' };
  await page.route(isList, (route) => route.fulfill({ status: 500, json }));
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'The secrets could not be loaded' });
  await alert.getByText('The disk is full.').waitFor();
  await page.unroute(isList);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => rowNames(page)).toEqual(['Beta']);
});

it('signs in at a vendor: window, consent, refresh, an ended sign-in, a new one, a refusal, a foreign state', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add secret' });
  await dialog.getByRole('button', { name: /^OAuth2 API/ }).click();
  await dialog.getByLabel('Name').fill('Calendar');
  await dialog.getByLabel('Authorization URL').fill(signIns.fields['authorizationUrl'] ?? '');
  await dialog.getByLabel('Access Token URL').fill(signIns.fields['accessTokenUrl'] ?? '');
  await dialog.getByLabel('Client ID').fill(vendorApp.clientId);
  await dialog.getByLabel('Client Secret').fill(vendorApp.clientSecret);
  const redirect = await dialog.getByLabel('Redirect URL', { exact: true }).inputValue();
  expect(redirect).toBe(`${server.url}${studioPrefix}/oauth2-credential/callback`);
  await expectNoFindings(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Save & connect' }).click(),
  ]);
  await dialog.getByText('Waiting for you to sign in').waitFor();
  await popup.getByRole('heading', { name: 'Let tendril-app in?' }).waitFor();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('link', { name: 'Allow' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await closed;
  await page.locator('[data-toast]').getByText('“Calendar” is connected.').waitFor();
  await row(page, 'Calendar').getByText('Connected').waitFor();

  const before = signIns.refreshes;
  await act(page, 'Calendar', 'Test');
  await page.locator('[data-toast]').getByText('Calendar works').waitFor();
  expect(signIns.refreshes).toBe(before + 1);
  signIns.revoke();
  await act(page, 'Calendar', 'Test');
  await page
    .locator('[data-toast]')
    .getByText(/ended the sign-in for “Calendar”/)
    .waitFor();
  await row(page, 'Calendar').getByText('Reconnect').waitFor();

  const decide = async (answer: 'Allow' | 'Deny') => {
    await page.getByRole('button', { name: 'More actions for Calendar' }).click();
    const [next] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('menuitem', { name: 'Reconnect' }).click(),
    ]);
    await next.getByRole('link', { name: answer }).click();
    return next;
  };
  const refused = await decide('Deny');
  await refused.getByRole('heading', { name: 'Not connected' }).waitFor();
  await page
    .locator('[data-toast]')
    .getByText(/access_denied/)
    .waitFor();
  await refused.close();
  await decide('Allow');
  await row(page, 'Calendar').getByText('Connected').waitFor();

  const foreignTab = await browser.tab(page);
  browser.allow(foreignTab, answered(400));
  await foreignTab.goto(`${studioPrefix}/oauth2-credential/callback?code=x&state=${'y'.repeat(43)}`);
  await foreignTab.getByRole('heading', { name: 'Not connected' }).waitFor();
  await foreignTab.getByText(/not known any more/).waitFor();
  expect(new URL(foreignTab.url()).search).toBe('');
});

it('fits a narrow window, in both themes', async () => {
  await store('A key with a name that is far too long for any narrow window', ours());
  const page = await open({ width: 400, height: 800 });
  await page.getByRole('row').nth(1).waitFor();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Add secret' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^OpenAI API/ })
    .click();
  await page.getByRole('button', { name: 'Test & save' }).waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await page.getByRole('dialog').evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
});

it('leaves no value in any answer, in an export, in the log or in the files of the server', async () => {
  await store('Left', ours());
  const everything = { chatflow: true, agentflow: true, tool: true, variable: true, assistant: true };
  const exported = await client.send('POST', 'export-import/export', everything);
  expect(exported.status).toBe(200);
  const texts = [...(await Promise.all(answers)), await exported.text(), server.log()];
  for (const text of texts) expect(text).not.toContain('CANARY');
  expect(answers.length).toBeGreaterThan(20);
  await server.stop();
  const entries = await readdir(server.home, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1);
  for (const { parentPath, name } of files) {
    const content = await readFile(join(parentPath, name));
    expect([name, content.includes('CANARY')]).toEqual([name, false]);
  }
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiClient, owner } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const run = promisify(execFile);
const tendril = fileURLToPath(new URL('../packages/server/src/commands/tendril.ts', import.meta.url));
let server: LocalServer;

// Each try has a server of its own: one that fails leaves people, names and entries behind.
beforeEach(async () => {
  server = await startServer();
  await new ApiClient(server.url).registerOwner();
});

afterEach(() => server?.remove());

// What it does after a test comes before the server is gone: pages that are open would report it.
const browser = testBrowser();

async function openDialog(page: Page, tab?: 'People' | 'Audit') {
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspace' });
  if (tab) await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

async function open(): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'own' });
  await page.goto('/chatflows');
  return page;
}

it('invites a person by a link that works once, gives another role, and removes that person again', async () => {
  const page = await open();
  const dialog = await openDialog(page, 'People');
  await dialog.getByText('The last owner stays. Make someone else an owner first.').waitFor();
  await dialog.getByLabel('Label').fill('Grace');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByLabel('Invitation link').textContent()) ?? '';
  expect(link).toMatch(/\/\?invite=[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Revoke the invitation for Grace' }).waitFor();

  const guest = await browser.visit(server.url);
  await guest.goto(link);
  await guest.getByRole('heading', { name: `Join ${owner.name}'s workspace` }).waitFor();
  await guest.getByLabel('Name').fill('Grace Guest');
  await guest.getByLabel('Email').fill('grace@example.com');
  await guest.getByLabel('Password', { exact: true }).fill('a guest of the house');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.waitForURL('**/chatflows');
  expect(await guest.evaluate(() => localStorage.getItem('user'))).toContain('grace@example.com');

  const late = await browser.visit(server.url);
  await late.goto(link);
  await late.getByText('This invitation has been used or revoked, or it has expired.').waitFor();

  await page.reload();
  const again = await openDialog(page, 'People');
  const role = again.getByRole('combobox', { name: 'Role of Grace Guest' });
  expect(await role.inputValue()).toBe('builder');
  // The page may ask before it knows that the role has changed.
  browser.allow(guest, answered(403));
  await role.selectOption('Viewer');
  await page.locator('[data-toast]').getByText('Grace Guest has a new role').waitFor();
  await guest.goto('/apikey');
  await guest.getByRole('heading', { name: 'Your role doesn’t include this page' }).waitFor();
  await guest.getByText('It takes the permission “View API keys”.').waitFor();
  expect(await guest.getByRole('link', { name: 'API Keys' }).count()).toBe(0);
  await again.getByRole('button', { name: 'Remove Grace Guest' }).click();
  browser.allow(guest, answered(401));
  await page
    .getByRole('dialog', { name: 'Remove from the workspace' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.locator('[data-toast]').getByText('Grace Guest was removed').waitFor();
  await guest.goto('/apikey');
  await guest.waitForURL((url) => url.pathname === '/');
});

it('a new password ends the other sessions, and the profile names who is signed in', async () => {
  const page = await open();
  const other = await open();
  const dialog = await openDialog(page);
  await dialog
    .getByRole('button', { name: /^Sign out / })
    .first()
    .waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Ada Renamed');
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await page.locator('[data-toast]').getByText('Account saved').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('Ada Renamed');

  browser.allow(page, answered(400));
  await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
  await dialog.getByLabel('New password', { exact: true }).fill('another long password');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('is not your present password').waitFor();
  await dialog.getByLabel('Current password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.locator('[data-toast]').getByText('Your other sessions were signed out.').waitFor();
  await dialog.getByText('This session').waitFor();
  expect(await dialog.getByRole('button', { name: /^Sign out / }).count()).toBe(0);
  browser.allow(other, answered(401));
  await other.goto('/apikey');
  await other.waitForURL((url) => url.pathname === '/');
  await other.getByText('You were signed out.').waitFor();

  await dialog.getByLabel('Current password', { exact: true }).fill('another long password');
  await dialog.getByLabel('New password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect.poll(() => dialog.getByLabel('New password', { exact: true }).inputValue()).toBe('');
});

it('the audit log shows who changed what from where, is searched, and leaves as CSV', async () => {
  const client = await new ApiClient(server.url).signIn();
  await client.call('POST', 'variables', { name: 'greeting', value: 'hello', type: 'static' });
  const page = await open();
  const dialog = await openDialog(page, 'Audit');
  const entry = dialog.getByRole('row').filter({ hasText: 'greeting' });
  await entry.getByText('created the variable').waitFor();
  await entry.getByText(owner.name).waitFor();
  await entry.getByText('127.0.0.1').waitFor();
  await dialog.getByRole('textbox', { name: 'Search the log' }).fill('joined by nobody');
  await dialog.getByText('No entries match these filters').waitFor();
  await dialog.getByRole('button', { name: 'Clear filters' }).click();
  await dialog.getByRole('combobox', { name: 'Area' }).selectOption('Config');
  await expect.poll(() => dialog.getByRole('row').count()).toBe(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('tendril-audit.csv');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

it('a second workspace shows beside the avatar, and is another place', async () => {
  const client = await new ApiClient(server.url).signIn();
  await client.call('POST', 'variables', { name: 'greeting', value: 'hello', type: 'static' });
  const page = await open();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Workspace:/ }).count()).toBe(0);
  const { stdout } = await run(process.execPath, [tendril, 'workspace', 'add', 'Second house', owner.email], {
    env: { PATH: process.env.PATH, TENDRIL_HOME: server.home },
  });
  expect(stdout).toContain('Made the workspace "Second house"');
  await page.reload();
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Second house' }).click();
  await page.getByRole('button', { name: 'Workspace: Second house' }).waitFor();
  const dialog = await openDialog(page, 'Audit');
  await dialog.getByText('switched to this workspace').waitFor();
  expect(await dialog.getByText('greeting').count()).toBe(0);
});

it('is usable without sight in both themes, and in a narrow window', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 800 },
    ]) {
      const page = await browser.visit(server.url, { session: 'own', colorScheme, viewport });
      await page.goto('/apikey');
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (viewport.width < 600) await page.getByRole('button', { name: 'Open the menu' }).click();
      const dialog = await openDialog(page);
      for (const tab of ['Profile', 'People', 'Audit']) {
        await dialog.getByRole('tab', { name: tab }).click();
        await dialog.getByRole('tabpanel').getByRole('heading', { level: 3 }).first().waitFor();
        await expect.poll(() => dialog.getByRole('status').getByText('Loading').count()).toBe(0);
        await untilStill(page);
        expect(await axeFindings(page, { part: '[role=dialog]' })).toEqual([]);
        const isWide = await dialog
          .getByRole('tabpanel')
          .evaluate((panel) => panel.scrollWidth > panel.clientWidth);
        expect([tab, isWide]).toEqual([tab, false]);
      }
    }
  }
});

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseKinds, type ServerOnDatabase, startServerOn } from './any-database.ts';
import { ApiClient, owner } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();

async function openWorkspace(page: Page, tab: 'Profile' | 'People') {
  await page.goto('/chatflows');
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspace' });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

/** Looks at a page in both themes, as narrow as a phone. */
async function check(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 400, height: 800 });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await untilStill(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  }
  if (size) await page.setViewportSize(size);
}

// PostgreSQL takes its time for the first tables.
vi.setConfig({ hookTimeout: 180_000 });

describe.each(databaseKinds)('signing in on %s', (kind) => {
  let place: ServerOnDatabase;
  let origin: string;
  beforeAll(async () => {
    place = await startServerOn(kind);
    origin = place.server.url;
    await new ApiClient(origin).registerOwner();
  });
  afterAll(() => place?.remove());

  it('sets up an authenticator app by keyboard, asks for its code at the next sign-in, and for a proof later', async () => {
    const page = await browser.visit(origin, { session: 'own' });
    let dialog = await openWorkspace(page, 'Profile');
    await dialog.getByRole('button', { name: 'Set up', exact: true }).focus();
    await page.keyboard.press('Enter');
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await setUp.getByRole('img', { name: 'QR code' }).waitFor();
    await check(page);
    const key = (await setUp.getByLabel('Key', { exact: true }).textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    await setUp.getByRole('textbox', { name: 'Code' }).focus();
    await page.keyboard.type(totp.generate());
    await page.keyboard.press('Enter');
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    const codes = ((await kept.getByLabel('Recovery codes').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    await check(page);
    await kept.getByRole('button', { name: 'I have saved them' }).click();
    await dialog.getByText('10 codes left.', { exact: false }).waitFor();

    const other = await browser.visit(origin);
    browser.allow(other, answered(401), answered(400));
    await other.goto('/');
    await other.getByLabel('Email').fill(owner.email);
    await other.getByLabel('Password', { exact: true }).fill(owner.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await check(other);
    const field = other.getByRole('textbox', { name: 'Code' });
    await field.fill('000000');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByText('is wrong or has been used', { exact: false }).waitFor();
    await field.fill(codes[0] ?? '');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.waitForURL('**/chatflows');

    // As if nobody had proved their identity for a long time.
    await place.change('update session_family set "provedAt" = 0');
    browser.allow(page, answered(403));
    dialog = await openWorkspace(page, 'People');
    const rule = dialog.getByRole('switch', { name: 'Confirm identity before sensitive changes' });
    await rule.click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByLabel('Password', { exact: true }).waitFor();
    await check(page);
    await proof.getByRole('button', { name: 'Code', exact: true }).click();
    await proof.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Sign-in rules saved').waitFor();
    expect(await rule.getAttribute('aria-checked')).toBe('true');
  });
});

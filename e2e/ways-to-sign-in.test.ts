import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlayedProvider, playProvider } from '../packages/server/src/testing/played-provider.ts';
import { databaseKinds, type ServerOnDatabase, startServerOn } from './any-database.ts';
import { ApiClient, owner } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { untilStill } from './until-still.ts';

/** A device that confirms its person at once. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openWorkspace(page: Page, tab: string) {
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspace' });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/chatflows');
}

async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Looks at a page in both themes, wide and as narrow as a phone. */
async function check(page: Page): Promise<void> {
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      await untilStill(page);
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

// PostgreSQL takes its time for the first tables.
vi.setConfig({ hookTimeout: 180_000 });

describe.each(databaseKinds)('ways to sign in on %s', (kind) => {
  let provider: PlayedProvider;
  let place: ServerOnDatabase;
  let origin: string;

  // A server for each try: a provider or passkey of the one before would be in its way.
  beforeEach(async () => {
    provider = await playProvider();
    place = await startServerOn(kind, { environment: { EGRESS_ALLOW: provider.host } });
    // Passkeys are bound to names.
    origin = place.server.url.replace('127.0.0.1', 'localhost');
    await new ApiClient(place.server.url).registerOwner();
  });
  afterEach(async () => {
    await place?.remove();
    await provider?.close();
  });
  // After those above, so that its pages are closed before their server ends.
  const browser = testBrowser();

  it('sets up a provider, lets somebody new in with it, says why it lets others not, and ends their session', async () => {
    const page = await browser.visit(origin);
    await signIn(page);
    const settings = await openWorkspace(page, 'Sign-in');
    await settings.getByRole('button', { name: 'Add a provider' }).click();
    const form = page.getByRole('dialog', { name: 'Add a provider' });
    await form.getByLabel('Name', { exact: true }).fill('Acme');
    await form.getByLabel('Issuer address').fill(provider.issuer);
    await form.getByLabel('Client ID').fill(provider.client.id);
    await form.getByLabel('Client secret').fill(provider.client.secret);
    await form.getByLabel('Email domains').fill('example.com');
    await form.getByRole('switch', { name: 'Let new people join' }).click();
    await form.getByLabel('Groups claim').fill('groups');
    await form.getByRole('button', { name: 'Add a group' }).click();
    await form.getByLabel('Group', { exact: true }).fill('makers');
    await check(page);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Provider saved').waitFor();
    await check(page);

    const visitor = await browser.visit(origin);
    // What a viewer may not see, and a session that has ended.
    browser.allow(visitor, answered(401), answered(403));
    const enter = visitor.getByRole('button', { name: 'Continue with Acme' });
    provider.setSignedIn({ sub: 'g', email: 'grace@example.com', email_verified: false });
    await visitor.goto('/');
    await enter.click();
    await visitor.getByText('has not confirmed your email address').waitFor();
    await check(visitor);
    provider.setSignedIn({ sub: 'g', email: 'grace@example.com', email_verified: true, name: 'Grace' });
    await enter.click();
    await visitor.waitForURL('**/chatflows');

    await settings.getByRole('tab', { name: 'People' }).click();
    const ofGrace = settings.getByRole('button', { name: /^Sign out Grace/ });
    await ofGrace.scrollIntoViewIfNeeded();
    await check(page);
    await ofGrace.click();
    await page.getByText('Grace is signed out there').waitFor();
    await visitor.reload();
    await visitor.waitForURL((url) => url.pathname === '/');
  });

  it('adds a passkey, signs in with it alone, confirms an identity with it, and removes it', async () => {
    const page = await browser.visit(origin);
    browser.allow(page, answered(403));
    await addDevice(page);
    await signIn(page);
    const profile = await openWorkspace(page, 'Profile');
    await profile.getByRole('button', { name: 'Add a passkey' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    await adding.getByLabel('Name').fill('Work laptop');
    await check(page);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await profile.getByText('Work laptop').waitFor();
    await check(page);
    await page.keyboard.press('Escape');
    await signOut(page);

    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/chatflows');

    const again = await openWorkspace(page, 'Profile');
    // As if nobody had proved their identity for a long time.
    await place.change('update session_family set "provedAt" = 0');
    await again.getByRole('button', { name: 'Remove Work laptop' }).click();
    await page
      .getByRole('dialog', { name: 'Remove the passkey' })
      .getByRole('button', { name: 'Remove' })
      .click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByRole('button', { name: 'Passkey' }).click();
    await check(page);
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Passkey removed').waitFor();
    await again.getByText('Work laptop').waitFor({ state: 'detached' });
  });
});

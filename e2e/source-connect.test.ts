import {
  type OAuth2Vendor,
  startOAuth2Vendor,
  vendorApp,
} from '@tendril/server/features/account/credentials/testing/oauth2-vendor';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let signIns: OAuth2Vendor;

beforeAll(async () => {
  signIns = await startOAuth2Vendor();
  server = await startServer({ environment: { EGRESS_ALLOW: new URL(signIns.url).host } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  await signIns?.close();
});

it('a source is connected from its own form, which keeps what was typed; and again when the sign-in has ended', async () => {
  const { id } = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Articles' });
  const page = await browser.visit(server.url, {
    session: 'shared',
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(`/document-stores/${id}/apiItems`);
  await page.getByLabel('Source name').fill('News');
  await page
    .getByPlaceholder('https://api.example.com/articles', { exact: true })
    .fill('https://api.example.com/articles');
  await page.getByRole('button', { name: 'Connect OAuth2 API' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add secret' });
  await dialog.getByLabel('Name').fill('Articles app');
  await dialog.getByLabel('Authorization URL').fill(signIns.fields['authorizationUrl'] ?? '');
  await dialog.getByLabel('Access Token URL').fill(signIns.fields['accessTokenUrl'] ?? '');
  await dialog.getByLabel('Client ID').fill(vendorApp.clientId);
  await dialog.getByLabel('Client Secret').fill(vendorApp.clientSecret);
  await dialog.getByRole('button', { name: 'Save without connecting' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByText('Nobody has signed in for “Articles app” yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const signIn = async (button: string, answer: 'Allow' | 'Deny') => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    await popup.getByRole('link', { name: answer }).click();
    return popup;
  };
  const refused = await signIn('Connect', 'Deny');
  await page
    .getByRole('alert')
    .getByText(/access_denied/)
    .waitFor();
  await refused.close();
  await signIn('Connect', 'Allow');
  await page.getByText('Nobody has signed in').waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Source name').inputValue()).toBe('News');
  expect(await page.getByPlaceholder('https://api.example.com/articles', { exact: true }).inputValue()).toBe(
    'https://api.example.com/articles',
  );

  signIns.revoke();
  const [credential] = await client.call<{ id: string }[]>('GET', 'credentials');
  await client.call('POST', `credentials/${credential?.id}/test`, {}).catch(() => undefined);
  await page.reload();
  await page.getByRole('combobox', { name: 'Connect Credential' }).selectOption(credential?.id ?? '');
  await page.getByText('The sign-in of “Articles app” is no longer valid.').waitFor();
  await signIn('Reconnect', 'Allow');
  await page.getByText('is no longer valid').waitFor({ state: 'hidden' });
});

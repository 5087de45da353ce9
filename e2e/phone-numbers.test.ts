import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentsPrefix, corePrefix } from '@tendril/contract/api/prefixes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const path = `${corePrefix}/assistant-phone-numbers`;
const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let outside: Server;
let address: string;
let desk: string;
let night: string;

/** Plays Telnyx and the receiver of the inbound webhook. */
function playOutside(): Server {
  return createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/v2/phone_numbers')) {
      const numbers = ['+13035550141', '+34910555026'].map((phone_number, index) => ({
        id: `129338426107573149${index}`,
        phone_number,
        customer_reference: index === 1 ? 'Bookings' : null,
        status: 'active',
      }));
      const isKnown = request.headers.authorization === 'Bearer KEY-right';
      response.statusCode = isKnown ? 200 : 401;
      response.end(JSON.stringify(isKnown ? { data: numbers, meta: { total_pages: 1 } } : { errors: [] }));
      return;
    }
    response.end(
      JSON.stringify({ call_inbound: { override_agent_id: night, dynamic_variables: { customer: 'Ida' } } }),
    );
  });
}

beforeAll(async () => {
  outside = playOutside();
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
  server = await startServer({ environment: { EGRESS_ALLOW: address } });
  client = await new ApiClient(server.url).registerOwner();
  desk = await makeAgent('Front desk');
  night = await makeAgent('After-hours triage');
});
afterAll(async () => {
  await server?.remove();
  outside?.closeAllConnections();
  outside?.close();
});
beforeEach(async () => {
  const { data } = await client.call<{ data: { id: string }[] }>('GET', path);
  for (const { id } of data) await client.call('DELETE', `${path}/${id}`);
});

async function makeAgent(agentName: string): Promise<string> {
  const made = await client.call<{ data: { id: string } }>('POST', agentsPrefix, { agentName });
  return made.data.id;
}
async function makeNumber(fields: object): Promise<string> {
  return (await client.call<{ data: { id: string } }>('POST', path, fields)).data.id;
}
async function stored(id: string): Promise<Record<string, unknown>> {
  const { data } = await client.call<{ data: (Record<string, unknown> & { id: string })[] }>('GET', path);
  return data.find((one) => one.id === id) ?? {};
}
const open = async (options = {}): Promise<Page> => {
  const page = await browser.visit(server.url, { session: 'shared', ...options });
  await page.goto('/phone-numbers');
  await page.getByRole('heading', { level: 1, name: 'Phone Numbers' }).waitFor();
  return page;
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('[data-toast]').getByText(text).waitFor();
const share = (agentId: string, weight = 1) => ({ agentId, versionId: null, weight });

it('API-05, PRODUCT-07, ROUTES-26: opens with the plain GET; without numbers an agent is talked to in the browser', async () => {
  const asked: string[] = [];
  const page = await browser.visit(server.url, { session: 'shared' });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith(path)) asked.push(`${request.method()} ${url.pathname}${url.search}`);
  });
  await page.goto('/phone-numbers');
  await page.getByText('You don’t need a number to test: talk to any agent in the browser.').waitFor();
  expect(asked[0]).toBe(`GET ${path}`);

  await page.getByRole('button', { name: 'Talk to an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Talk' });
  await dialog.getByLabel('Agent', { exact: true }).selectOption({ label: 'Front desk' });
  await dialog.getByRole('region', { name: 'Call with Front desk' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add number' }).click();
  const buy = page.getByRole('menuitem', { name: /Buy a number/ });
  expect(await buy.getAttribute('aria-disabled')).toBe('true');
  expect(await buy.textContent()).toContain('Not connected to a carrier yet');
  await page.getByRole('menuitem', { name: /Browser line/ }).click();
  const line = page.getByRole('dialog', { name: 'Add a browser line' });
  await line.getByLabel('Agent', { exact: true }).selectOption({ label: 'Front desk' });
  await line.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: /Browser line.*Free.*Front desk/ }).waitFor();
  const { data } = await client.call<{ data: { inboundAgents: { agentId: string }[] }[] }>('GET', path);
  expect(data.map(({ inboundAgents }) => inboundAgents.map(({ agentId }) => agentId))).toEqual([[desk]]);
});

describe('one number', () => {
  it('SP-04: splits its calls between agents, keeps open hours, and refuses a costly fallback', async () => {
    const id = await makeNumber({ phoneNumber: '+15125550142', nickname: 'Front desk', label: { a: 1 } });
    const page = await open();
    browser.allow(page, answered(400));
    await page.getByRole('heading', { level: 2, name: '+1 512 555 0142' }).waitFor();
    const routing = card(page, 'Routing');
    await routing.getByLabel('Inbound agent', { exact: true }).selectOption({ label: 'Front desk' });
    await routing.getByRole('button', { name: 'Split calls' }).click();
    await routing
      .getByLabel('Inbound agent 2', { exact: true })
      .selectOption({ label: 'After-hours triage' });
    await routing.getByLabel('Share of Inbound agent 2').fill('5');
    await routing.getByRole('status').getByText('Total: 95%. Assign 5% more').waitFor();
    expect(await routing.getByRole('button', { name: 'Save: Routing' }).isDisabled()).toBe(true);
    await routing.getByLabel('Share of Inbound agent 1').fill('95');
    await routing.getByText('Total: 100%').waitFor();
    await routing.getByRole('button', { name: 'Opening hours: Always open' }).click();
    await routing.getByRole('button', { name: 'Set opening hours' }).click();
    await routing.getByRole('combobox', { name: 'Time zone' }).fill('Chicago');
    await page.getByRole('option', { name: 'America/Chicago' }).click();
    await routing.getByLabel('After hours', { exact: true }).selectOption({ label: 'After-hours triage' });
    await routing.getByLabel('Fallback number').fill('+1 900 555 1234');
    await routing.getByRole('button', { name: 'Save: Routing' }).click();
    await routing.getByText('Is a premium or shared-cost number; calls to it cost too much.').waitFor();
    await routing.getByLabel('Fallback number').fill('+1 512 555 0100');
    await routing.getByRole('button', { name: 'Save: Routing' }).click();
    await toast(page, 'Routing saved');
    expect(await stored(id)).toMatchObject({
      label: { a: 1 },
      inboundAgentId: desk,
      inboundAgents: [share(desk, 0.95), share(night, 0.05)],
      openHours: { timezone: 'America/Chicago', rows: [{ from: '08:00', to: '18:00' }] },
      afterHoursAgent: { agentId: night, versionId: null },
      fallbackNumber: '+15125550100',
    });
    const health = card(page, 'Health');
    await health.getByText('Not connected to a carrier yet. Simulate inbound works.').waitFor();
    await health.getByText('Front desk, After-hours triage').waitFor();
  });

  it('asks only when something would be lost, and loses nothing between two numbers', async () => {
    await makeNumber({ phoneNumber: '+15125550142' });
    await makeNumber({ phoneNumber: '+442079460318', nickname: 'Orders UK' });
    const page = await open();
    const choose = async (number: string) => {
      await page.getByRole('link', { name: number }).click();
      await page.getByRole('heading', { level: 2, name: number }).waitFor();
    };
    await choose('+44 20 7946 0318');
    await card(page, 'Routing').getByLabel('Fallback number').fill('+442079460999');
    await choose('+1 512 555 0142');
    await choose('+44 20 7946 0318');
    expect(await card(page, 'Routing').getByLabel('Fallback number').inputValue()).toBe('+442079460999');
    await page.getByRole('link', { name: 'Secrets' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('Your changes to +44 20 7946 0318 have not been saved.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await card(page, 'Routing').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Secrets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Secrets' }).waitFor();
  });

  it('SP-79: tries its inbound webhook before it is saved, and shows how it was understood', async () => {
    const id = await makeNumber({ phoneNumber: '+15125550142', inboundAgents: [share(desk)] });
    const page = await open();
    const webhook = card(page, 'Inbound webhook');
    await webhook.getByLabel('Inbound webhook').fill(`http://${address}/inbound`);
    await webhook.getByRole('button', { name: 'Send test' }).click();
    await webhook.getByText(/^200 in \d+ ms$/).waitFor();
    await webhook.getByText('After-hours triage').waitFor();
    await webhook.getByText('{"customer":"Ida"}').waitFor();
    await webhook.getByText(/^Signed with whsec_…/).waitFor();
    await webhook.getByRole('button', { name: 'Save: Inbound webhook' }).click();
    await toast(page, 'Inbound webhook saved');
    expect(await stored(id)).toMatchObject({ inboundWebhookUrl: `http://${address}/inbound` });
  });

  it('shows where a made-up call would go, and why', async () => {
    const allowedInboundCountries = ['US'];
    await makeNumber({ phoneNumber: '+15125550142', inboundAgents: [share(desk)], allowedInboundCountries });
    const page = await open();
    await page.getByRole('button', { name: 'Simulate inbound' }).click();
    const dialog = page.getByRole('dialog', { name: 'Simulate inbound' });
    await dialog.getByRole('button', { name: 'Simulate', exact: true }).click();
    await dialog.getByText('Front desk answers using the live version').waitFor();
    await dialog.getByText('Calls from United States are allowed').waitFor();
    await dialog
      .getByRole('region', { name: 'Call with Front desk' })
      .getByRole('button', { name: 'Type' })
      .waitFor();
    await dialog.getByLabel('Caller', { exact: true }).fill('+49 30 123456');
    await dialog.getByRole('button', { name: 'Simulate again' }).click();
    await dialog.getByText('The call is rejected').waitFor();
    await dialog.getByText('Calls from Germany are not allowed').waitFor();
    expect(await dialog.getByRole('region', { name: /Call with/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Call me now' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });

  it('SP-04: is paused, renamed and deleted', async () => {
    const id = await makeNumber({ phoneNumber: '+33199004217', inboundAgents: [share(desk)] });
    const page = await open();
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions for +33 1 99 00 42 17' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await act('Pause');
    await page.getByText('This number is paused: no agent answers.').waitFor();
    await act('Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Outages Lyon');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Outages Lyon/ }).waitFor();
    expect(await stored(id)).toMatchObject({ isPaused: true, nickname: 'Outages Lyon' });
    await act('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('You don’t need a number to test').waitFor();
    expect(await stored(id)).toEqual({});
  });
});

it('pauses and deletes several numbers at once', async () => {
  const first = await makeNumber({ phoneNumber: '+15125550142', inboundAgents: [share(desk)] });
  const second = await makeNumber({ phoneNumber: '+442079460318', inboundAgents: [share(desk)] });
  await makeNumber({ phoneNumber: '+33199004217', inboundAgents: [share(desk)] });
  const page = await open();
  const selectBoth = async () => {
    for (const number of ['+1 512 555 0142', '+44 20 7946 0318'])
      await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  };
  await selectBoth();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  await bar.getByRole('button', { name: 'Pause' }).click();
  await toast(page, '2 numbers are paused');
  await bar.waitFor({ state: 'hidden' });
  expect([(await stored(first))['isPaused'], (await stored(second))['isPaused']]).toEqual([true, true]);
  await page.getByText('This number is paused: no agent answers.').waitFor();

  await selectBoth();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await toast(page, '2 numbers deleted');
  await page.getByRole('heading', { level: 2, name: '+33 1 99 00 42 17' }).waitFor();
  expect([await stored(first), await stored(second)]).toEqual([{}, {}]);
});

it('imports numbers of a carrier account, once its key is right', async () => {
  const keep = async (apiKey: string) => {
    const plainDataObj = { apiKey, baseUrl: `http://${address}` };
    const body = { name: `Telnyx ${apiKey}`, credentialName: 'telnyxApi', plainDataObj };
    return (await client.call<{ id: string }>('POST', 'credentials', body)).id;
  };
  const [wrong, right] = [await keep('KEY-wrong'), await keep('KEY-right')];
  const page = await open();
  browser.allow(page, answered(422));
  await page.getByRole('button', { name: 'Add number' }).click();
  await page.getByRole('menuitem', { name: /Import from Telnyx/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import from Telnyx' });
  const secret = dialog.getByLabel('Account secret');
  await secret.selectOption(wrong);
  await dialog.getByText('Telnyx rejected the key (status 401).').waitFor();
  await secret.selectOption(right);
  await dialog.getByRole('checkbox', { name: 'Select all new numbers' }).check();
  await dialog.getByRole('button', { name: 'Import 2 numbers' }).click();
  await toast(page, '2 numbers imported');
  await page.getByRole('link', { name: /\+34 910 55 50 26.*Bookings/ }).click();
  await card(page, 'Health').getByText('Found in the Telnyx account').waitFor();
});

it('leads through a SIP trunk with what the carrier has to know', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add number' }).click();
  await page.getByRole('menuitem', { name: /SIP trunk/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a SIP trunk' });
  await dialog.getByLabel('Phone number').fill('0512');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Enter +, country code and number, using digits only.').waitFor();
  await dialog.getByLabel('Phone number').fill('+1 512 555 0177');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Trunk URI').fill('nobody.invalid:5061');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('sip:+15125550177@127.0.0.1:5061;transport=tls').waitFor();
  await dialog.getByRole('button', { name: 'Add number' }).click();
  await page.getByRole('heading', { level: 2, name: '+1 512 555 0177' }).waitFor();
  await card(page, 'Health').getByText('nobody.invalid could not be resolved').waitFor();
  await card(page, 'Health').getByRole('button', { name: 'Go to the trunk' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('phone-trunk-uri');
});

it('SP-53: the Deployment dialog assigns the agent and shows how programs reach it', async () => {
  const id = await makeNumber({ phoneNumber: '+15125550142', inboundAgents: [share(night)] });
  await client.call('POST', `${agentsPrefix}/${desk}/versions`, { note: '' });
  await client.call('PUT', `${agentsPrefix}/${desk}`, { voiceSpeed: 1.2 });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agent/${desk}`);
  await page.getByRole('button', { name: 'Deployment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy Front desk' });
  await dialog.getByText('The draft has changes that are not in version 1, which answers callers.').waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  // It asks for a note first.
  await dialog.getByLabel('Note for the new version').fill('Answers after hours');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await toast(page, 'Version 2 now answers calls');
  await dialog.getByLabel('Number', { exact: true }).selectOption({ label: '+1 512 555 0142' });
  await dialog.getByText('Currently routed to After-hours triage. Assigning replaces that.').waitFor();
  await dialog.getByLabel('Version').selectOption({ label: 'v1' });
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await dialog.getByText('Inbound · v1').waitFor();
  expect(await stored(id)).toMatchObject({
    inboundAgentId: desk,
    inboundAgents: [{ agentId: desk, weight: 1 }],
  });
  await dialog.getByRole('tab', { name: 'API' }).click();
  await dialog.getByRole('region', { name: 'cURL' }).getByText(desk).waitFor();
  await dialog.getByRole('tab', { name: 'Web page' }).click();
  await dialog.getByText(/calls\/socket\?token=/).waitFor();
});

it('at phone width shows the list, then the number, and the way back', async () => {
  await makeNumber({ phoneNumber: '+15125550142' });
  await makeNumber({ phoneNumber: '+442079460318' });
  const page = await open({ viewport: { width: 390, height: 800 } });
  const heading = page.getByRole('heading', { level: 2, name: '+44 20 7946 0318' });
  expect(await heading.isVisible()).toBe(false);
  await page.getByRole('link', { name: /\+1 512 555 0142/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading.waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'All numbers' }).click();
  await heading.waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'Search' }).fill('nothing');
  await page.getByText('No numbers match “nothing”').waitFor();
});

it('says that the list could not be loaded, and loads it again', async () => {
  await makeNumber({ phoneNumber: '+15125550142' });
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(500));
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '{"message":"Broken"}' }));
  await page.goto('/phone-numbers');
  await page.getByText('The phone numbers could not be loaded').waitFor({ timeout: 20_000 });
  await page.unroute(`**${path}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 2, name: '+1 512 555 0142' }).waitFor();
});

import { hubPrefix } from '@tendril/contract/api/hub';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playCarrier } from '../packages/server/src/testing/played-carrier.ts';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
const ours = '+12025550123';
let server: LocalServer;
let client: ApiClient;
let carrier: Awaited<ReturnType<typeof playCarrier>>;
const dialled: string[] = [];

beforeAll(async () => {
  carrier = await playCarrier();
  carrier.play((request, response) => {
    const to = new URLSearchParams(request.body).get('To');
    if (request.path.endsWith('/Calls.json') && to) dialled.push(to);
    response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"CA${dialled.length}"}`);
  });
  server = await startServer({
    patienceMs: 180_000,
    environment: { EGRESS_ALLOW: carrier.address, PUBLIC_URL: 'https://calls.example' },
  });
  client = await new ApiClient(server.url).registerOwner();
  const { data: agent } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Bakery' },
  );
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, {
    ...{ credentialId: 'demo', beginMode: 'user', generalPrompt: 'The shop opens at seven.' },
  });
  const secret = await client.call<{ id: string }>('POST', 'credentials', {
    ...{ name: 'Twilio', credentialName: 'twilioApi' },
    plainDataObj: { accountSid: 'AC1', authToken: 'x', baseUrl: carrier.url },
  });
  await client.call('POST', createPhoneNumber.path, {
    ...{ phoneNumber: ours, nickname: 'Shop', provider: 'twilio', outboundAgentId: agent.id },
    connection: { credentialId: secret.id, carrierNumberId: 'PN1' },
  });
});
afterAll(async () => {
  await server?.remove();
  carrier?.close();
});

const csv = [
  'phone number,first_name',
  '+1 202 555 0101,Ann',
  '+12025550101,Ann again',
  '030 123456,Ben',
  '+12025550102,Cleo',
  '+12025550199,Dora',
].join('\n');

async function look(page: Awaited<ReturnType<typeof browser.visit>>, name: string): Promise<void> {
  if (!process.env['LOOK']) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1400, 800, 400]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((mode) => document.documentElement.setAttribute('data-theme', mode), colorScheme);
      await page.screenshot({ path: `${process.env['LOOK']}/${name}-${colorScheme}-${width}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
}

it('a file of contacts is previewed, called once the consent is stated, paused and stopped; who asked is left out', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls`);
  await page.getByRole('link', { name: 'Do not call' }).click();
  await page.getByRole('button', { name: 'Add a number' }).click();
  await page.getByLabel('Phone number').fill('+1 (202) 555-0199');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('cell', { name: '+12025550199', exact: true }).waitFor();
  await look(page, 'do-not-call');

  await page.getByRole('link', { name: 'Batch calls' }).click();
  await page.getByText('No batch calls yet').waitFor();
  await look(page, 'batches-empty');
  await page.getByRole('button', { name: 'New batch call' }).click();
  await page.getByRole('button', { name: 'State consent' }).click();
  await page.getByLabel('Where it is written down').fill('Box on the order form');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The consent was saved.').waitFor();

  await page.getByRole('button', { name: 'New batch call' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Spring greetings');
  await dialog.getByLabel('Call from').selectOption({ label: `Shop · ${ours}` });
  await dialog
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByText('To be called: 2').waitFor();
  await dialog.getByText('Duplicates left out: 1').waitFor();
  await dialog.getByText('On the do-not-call list: 1').waitFor();
  const problems = dialog.getByRole('table', { name: 'Problems in the file' });
  await problems.getByText('needs the country code').waitFor();
  await look(page, 'batch-new');
  await dialog.getByRole('switch', { name: 'Leave out the rows with a problem' }).click();
  await dialog.getByRole('switch', { name: 'Only at certain times' }).click();
  await dialog.getByRole('button', { name: 'Start calling' }).click();
  await dialog.getByText('Confirm that everybody in the list has agreed to be called.').waitFor();
  await dialog.getByRole('switch', { name: 'Everybody in this list has agreed to be called' }).click();
  await dialog.getByRole('button', { name: 'Start calling' }).click();

  await page.getByRole('heading', { name: 'Spring greetings' }).waitFor();
  const contacts = page.getByRole('table', { name: 'Contacts' });
  await expect.poll(() => contacts.getByText('Calling').count()).toBe(2);
  expect(dialled.toSorted()).toEqual(['+12025550101', '+12025550102']);
  expect(await contacts.getByText('Do not call').count()).toBe(1);
  expect(await contacts.getByText('first_name: Ann', { exact: true }).isVisible()).toBe(true);
  await page.getByText('At any time', { exact: true }).waitFor();
  await look(page, 'batch');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('switch', { name: 'End the calls in progress, too' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  // They were called: it had rung.
  await expect.poll(() => contacts.getByText('Stopped').count()).toBe(2);
  expect(await contacts.getByText('not called').count()).toBe(0);
  await look(page, 'batch-stopped');

  await contacts.getByRole('link', { name: 'Call 1' }).first().click();
  await page.getByRole('button', { name: 'Do not call again' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.goto(`${server.url}/calls/do-not-call`);
  await page.getByRole('cell', { name: '+12025550101', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Batch calls' }).click();
  await page.getByRole('table', { name: 'Batch calls' }).getByText('Stopped').waitFor();
  await look(page, 'batches');
});

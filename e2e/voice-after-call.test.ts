import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import type { Locator, Page } from 'playwright-core';
import { Retell } from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

interface Received {
  body: string;
  signature: string;
  id: string;
}

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let receiver: Server;
let hook: string;
let received: Received[] = [];
/** What the receiver answers; nothing at all when it is 0. */
let status = 204;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const header = (name: string) => String(request.headers[name]);
    const body = Buffer.concat(parts).toString('utf8');
    received.push({ body, signature: header('x-retell-signature'), id: header('x-tendril-delivery') });
    if (status > 0) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  hook = `http://${host}/hook`;
  server = await startServer({ environment: { EGRESS_ALLOW: host } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  receiver?.closeAllConnections();
  receiver?.close();
});

const make = async (agentName: string) =>
  (await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, { agentName })).data;
const settingsOf = async ({ id }: VoiceAgent) =>
  (await client.call<{ data: AgentSettings }>('GET', `${agentsPrefix}/${id}/settings`)).data;
const save = ({ id }: VoiceAgent, settings: Partial<AgentSettings>) =>
  client.call('PUT', `${agentsPrefix}/${id}/settings`, settings);

async function open(agent: VoiceAgent): Promise<{ page: Page; pane: Locator }> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agent/${agent.id}`);
  const pane = page.getByRole('region', { name: 'Agent settings' });
  await pane.getByRole('button', { name: /^Webhook Settings/ }).waitFor();
  return { page, pane };
}
const unfold = async (pane: Locator, title: string) => {
  await pane.getByRole('button', { name: new RegExp(`^${title}`) }).click();
};

describe('what comes after a call', () => {
  it('POST-01 to POST-03, SP-56: fields of each type are added, filled in and kept', async () => {
    const agent = await make('Reservations');
    const { page, pane } = await open(agent);
    await unfold(pane, 'Post-Call Analysis');
    for (const type of ['Text', 'Selection', 'Boolean', 'Number']) {
      await pane.getByRole('button', { name: 'Add', exact: true }).click();
      const items = page.getByRole('menuitem');
      await items.first().waitFor();
      expect(await items.allTextContents()).toEqual(['Text', 'Selection', 'Boolean', 'Number']);
      await page.getByRole('menuitem', { name: type }).click();
      await pane.getByRole('textbox', { name: 'Name', exact: true }).fill(`${type.toLowerCase()}_field`);
    }
    await pane.getByText('GPT-4o ($0.017/session)').click();
    await expect
      .poll(async () => (await settingsOf(agent)).postCallFields.map(({ name, type }) => [name, type]))
      .toEqual([
        ['text_field', 'string'],
        ['selection_field', 'enum'],
        ['boolean_field', 'boolean'],
        ['number_field', 'number'],
      ]);
    await page.reload();
    await pane.getByText('4 fields · GPT-4o', { exact: true }).waitFor();
    await unfold(pane, 'Post-Call Analysis');
    await pane.getByText(/Not used yet: needs at least one choice/).waitFor();
  });

  it('SEC-01 to SEC-11, SP-78, SP-80: security settings save themselves and are in none of the agent’s updates', async () => {
    const agent = await make('Discreet');
    const { page, pane } = await open(agent);
    const updates: object[] = [];
    page.on('request', (request) => {
      const isUpdate = new URL(request.url()).pathname === `${agentsPrefix}/${agent.id}`;
      if (isUpdate && request.method() === 'PUT') updates.push(request.postDataJSON() as object);
    });
    await unfold(pane, 'Security & Fallback Settings');
    await pane.getByRole('switch', { name: 'Opt Out Sensitive Data Storage' }).click();
    await pane.getByRole('switch', { name: 'Opt In Secure URLs' }).click();
    await pane.getByText(/24 hours/).waitFor();
    await pane.getByRole('button', { name: 'Add fallback voice' }).click();
    const picker = page.getByRole('dialog', { name: 'Select Voice' });
    await picker.getByRole('tab', { name: /OpenAI/ }).click();
    await picker.getByText('Alloy', { exact: true }).first().click();
    await picker.waitFor({ state: 'hidden' });
    await pane.getByRole('list', { name: 'Fallback Voice ID' }).getByText('Alloy', { exact: true }).waitFor();

    await pane.getByRole('button', { name: 'Set Up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Default Dynamic Variables' });
    expect(await dialog.getByRole('columnheader').allTextContents()).toEqual([
      'Variable name',
      'Default value',
    ]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await pane.getByRole('button', { name: 'Set Up' }).click();
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await dialog.getByRole('textbox', { name: 'Name of variable 1' }).fill('clinic');
    await dialog.getByRole('textbox', { name: 'Default value of variable 1' }).fill('Bright Smile');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => settingsOf(agent))
      .toMatchObject({
        optOutSensitiveDataStorage: true,
        optInSignedUrl: true,
        fallbackVoiceIds: ['openai-Alloy'],
        defaultDynamicVariables: { clinic: 'Bright Smile' },
      });

    await page.getByRole('combobox', { name: 'Language' }).click();
    await page
      .getByRole('option', { name: /^Français/ })
      .first()
      .click();
    await expect.poll(() => updates).toEqual([{ language: 'fr-FR' }]);
    await page.reload();
    await pane
      .getByText('Opted out · Secure URLs on · 1 fallback · 1 variable')
      .waitFor({ state: 'attached' });
  });

  it('HOOK-01 to HOOK-04, SP-79: addresses are looked at and kept, a test is sent, a failed delivery is sent again', async () => {
    const agent = await make('Telling');
    const { page, pane } = await open(agent);
    await unfold(pane, 'Webhook Settings');
    const inbound = pane.getByRole('textbox', { name: 'Inbound Call Webhook URL' });
    const address = pane.getByRole('textbox', { name: 'Agent Level Webhook URL' });
    await pane.getByText(/phone-level webhook/).waitFor();
    await address.fill('hooks.example');
    await inbound.fill('https://in.example/calls');
    await pane.getByText('Enter a URL that starts with https:// or http://').waitFor();
    await address.fill(hook);
    await address.press('Enter');
    await expect
      .poll(() => settingsOf(agent))
      .toMatchObject({ webhookUrl: hook, inboundWebhookUrl: 'https://in.example/calls' });
    await pane.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = (await pane.getByText(/^whsec_[\w-]{43}$/).textContent()) ?? '';
    received = [];
    await pane.getByRole('button', { name: 'Send test' }).click();
    await pane.getByText(/^Returned 204 in \d+ ms$/).waitFor();
    const [{ body, signature }] = received as [Received];
    expect(await Retell.verify(body, secret, signature)).toBe(true);

    await page.reload();
    await pane.getByText('1 endpoint').waitFor();
    await unfold(pane, 'Webhook Settings');
    expect(await inbound.inputValue()).toBe('https://in.example/calls');
    expect(await address.inputValue()).toBe(hook);

    status = 410;
    await talk(agent, ['Hello.', 'Goodbye.']);
    const deliveries = pane.getByRole('list', { name: 'Deliveries' });
    await pane.getByRole('button', { name: 'Refresh' }).click();
    await deliveries
      .getByText(/wants no more/)
      .first()
      .waitFor();
    status = 204;
    received = [];
    await deliveries.getByRole('button', { name: 'Resend call_ended' }).click();
    await deliveries.getByText('Delivered').first().waitFor();
    expect(received.map((one) => (JSON.parse(one.body) as { event: string }).event)).toContain('call_ended');
  });

  it('SP-56, SP-79: an ended call is analysed, and its receiver is notified in order, signed, even across a kill', async () => {
    const agent = await make('Reading');
    const field = { id: 'f1', description: 'Number of people', choices: [], examples: [], isRequired: true };
    await save(agent, {
      webhookUrl: hook,
      postCallFields: [{ ...field, type: 'number', name: 'party_size' }],
    });
    const secretPath = `${agentsPrefix}/${agent.id}/webhook/secret`;
    const { secret } = await client.call<{ secret: string }>('POST', secretPath);
    [received, status] = [[], 0];
    const callId = await talk(agent, ['We are four people.', 'Goodbye.']);
    const readCall = async () =>
      (await client.call<{ data: Call }>('GET', `${hubPrefix}/calls/${callId}`)).data;
    await expect.poll(async () => (await readCall()).analysis?.by, { timeout: 20_000 }).toBe('rules');
    const [cutOff] = received;
    const { home } = server;
    await server.stop('SIGKILL');
    [received, status] = [[], 204];
    server = await startServer({ home, environment: { EGRESS_ALLOW: new URL(hook).host } });
    client = await new ApiClient(server.url).signIn();
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(3);
    expect([received[0]?.id, received[0]?.body]).toEqual([cutOff?.id, cutOff?.body]);
    for (const { body, signature } of received)
      expect(await Retell.verify(body, secret, signature)).toBe(true);
    const events = received.map(
      ({ body }) => JSON.parse(body) as { event: string; call: Record<string, unknown> },
    );
    expect(events.map(({ event }) => event)).toEqual(['call_started', 'call_ended', 'call_analyzed']);
    expect(events[1]?.call).toMatchObject({ call_id: callId, call_status: 'ended' });
    expect(String(events[1]?.call['transcript'])).toContain('User: We are four people.');
    expect(events[1]?.call).not.toHaveProperty('call_analysis');
    expect(events[2]?.call).toHaveProperty('call_analysis.custom_analysis_data');
  });
});

/** A call in writing, up to its end; the demo model answers. */
async function talk(agent: VoiceAgent, said: readonly string[]): Promise<string> {
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, {
    credentialId: 'demo',
    generalPrompt: 'You take reservations.',
    beginMode: 'defined',
    beginMessage: 'How many people are you?',
  });
  const body = { agentId: agent.id, channel: 'text', version: 'draft' };
  const asked = await client.call<{ data: Call; token: string; socketPath: string }>(
    'POST',
    `${hubPrefix}/calls`,
    body,
  );
  const address = `${server.url.replace('http', 'ws')}${asked.socketPath}?token=${asked.token}`;
  const socket = new WebSocket(address);
  let turns = 0;
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      const text = said[turns];
      turns += 1;
      socket.send(JSON.stringify(text === undefined ? { type: 'hang-up' } : { type: 'say', text }));
    };
    socket.addEventListener('message', ({ data }) => {
      const notice = JSON.parse(String(data)) as { type: string; message?: string; event?: { type: string } };
      if (notice.type === 'refused') reject(new Error(notice.message));
      if (notice.event?.type === 'agent-turn') next();
    });
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The line broke.')));
  });
  return asked.data.id;
}

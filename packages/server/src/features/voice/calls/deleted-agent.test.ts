import type { Call } from '@tendril/contract/api/calls';
import { createCall } from '@tendril/contract/api/calls';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { openReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';

describe.each(databases)('an agent that is changed or deleted while it talks on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let base: string;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await openReceiver();
    app = await createTestApp({ database, config: { egressAllow: [receiver.host] } });
    user = await app.signIn();
    base = await app.listen();
  });
  afterAll(async () => {
    receiver.close();
    await app.close();
  });

  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
    user.inject({ method, url, ...(payload && { payload }) });
  const readCall = async (id: string) =>
    (await send('GET', `${createCall.path}/${id}`)).json<{ data: Call }>().data;
  const emitted = () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);

  it('the call goes on to its own end, which is kept; its receiver hears no more', async () => {
    const agentId = await makeAgent(user, {
      llm: { generalPrompt: 'The bakery opens at seven in the morning.' },
      settings: { webhookUrl: `${receiver.url}/hook`, webhookEvents: ['call_started', 'call_ended'] },
    });
    const registered = await registerCall(user, agentId);
    const page = new CallClient(base, registered.socketPath, registered.token);
    await page.event('call-start');
    await expect.poll(emitted, { timeout: 15_000 }).toEqual(['call_started']);
    expect((await send('DELETE', `${agentsPrefix}/${agentId}`)).statusCode).toBe(204);

    expect(await page.say('When does the bakery open?')).toContain('seven in the morning');
    page.send({ type: 'hang-up' });
    await page.closed;
    expect(await readCall(registered.data.id)).toMatchObject({
      status: 'ended',
      disconnectionReason: 'user_hangup',
      agentName: 'Reception',
    });
    const { db } = app.infrastructure;
    const waiting = () =>
      db.selectFrom('webhook_delivery').select('event').where('state', '=', 'waiting').execute();
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
    expect(emitted()).toEqual(['call_started']);
    expect(await db.selectFrom('webhook_secret').selectAll().execute()).toEqual([]);
  });

  it('a call keeps what it began with while another version is published', async () => {
    const agentId = await makeAgent(user, { llm: { generalPrompt: 'The bakery opens at seven.' } });
    const { responseEngineLlmId } = (await send('GET', `${agentsPrefix}/${agentId}`)).json().data;
    const publish = () => send('POST', `${agentsPrefix}/${agentId}/versions`, {});
    await publish();
    const registered = await registerCall(user, agentId, { version: 'live' });
    const page = new CallClient(base, registered.socketPath, registered.token);
    await page.event('call-start');
    const llm = `/api/tendril-agentshub-management/v1/agentshub/llms/${responseEngineLlmId}`;
    await send('PUT', llm, { generalPrompt: 'The bakery opens at nine.' });
    await publish();
    expect(await page.say('When does the bakery open?')).toContain('seven');
    page.send({ type: 'hang-up' });
    await page.closed;
    expect((await readCall(registered.data.id)).agentVersion).toBe(1);
    const later = await registerCall(user, agentId, { version: 'live' });
    expect(later.data.agentVersion).toBe(2);
  });

  it('a call that was registered before its agent was deleted is refused with the reason', async () => {
    const agentId = await makeAgent(user);
    const registered = await registerCall(user, agentId);
    await send('DELETE', `${agentsPrefix}/${agentId}`);
    const page = new CallClient(base, registered.socketPath, registered.token);
    await page.closed;
    expect(page.notices).toEqual([expect.objectContaining({ type: 'refused', code: 'NOT_FOUND' })]);
  });
});

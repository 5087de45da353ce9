import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { sql } from 'kysely';
import { Retell } from 'retell-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { openReceiver, playStatuses, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { askInbound } from './ask-inbound.ts';

let receiver: WebhookReceiver;
let app: TestApp;
let user: TestUser;
let outsider: KeyHolder;
let agentId: string;

beforeAll(async () => {
  receiver = await openReceiver();
  app = await createTestApp({ config: { egressAllow: [receiver.host], webhookTimeoutMs: 2000 } });
  user = await app.signIn();
  outsider = await makeKey(app);
  const payload = { agentName: 'Front Desk' };
  const made = await user.inject({ method: 'POST', url: agentsPrefix, payload });
  expect(made.statusCode, made.body).toBe(201);
  agentId = made.json().data.id;
});
afterAll(async () => {
  receiver.close();
  await app.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.play = playStatuses(204);
});

const path = (rest: string) => `${agentsPrefix}/${agentId}/webhook/${rest}`;
const test = async (url: string) => user.inject({ method: 'POST', url: path('test'), payload: { url } });
const renew = async () => (await user.inject({ method: 'POST', url: path('secret') })).json();

describe('a test of an address', () => {
  it('SP-79: sends a signed event of a made-up call, and reports status and time', async () => {
    const { secret } = await renew();
    const answer = await test(`${receiver.url}/try`);
    expect(answer.json()).toEqual({ isOk: true, status: 204, ms: expect.any(Number), error: null });
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
    expect(JSON.parse(body)).toMatchObject({ event: 'call_ended', call: { test: true, agent_id: agentId } });
    expect(await Retell.verify(body, secret, String(headers['x-retell-signature']))).toBe(true);
  });

  it('is refused in words when the agent is deleted while its secret is made', async () => {
    const payload = { agentName: 'Deleted meanwhile' };
    const made = await user.inject({ method: 'POST', url: agentsPrefix, payload });
    const { id } = made.json().data;
    await sql`create trigger deleted_meanwhile after insert on webhook_secret when new."ownerId" = ${sql.lit(id)}
      begin delete from webhook_secret where "ownerId" = new."ownerId"; end`.execute(app.infrastructure.db);
    const url = `${agentsPrefix}/${id}/webhook/test`;
    const answer = await user.inject({ method: 'POST', url, payload: { url: receiver.url } });
    await sql`drop trigger deleted_meanwhile`.execute(app.infrastructure.db);
    expect(answer.json()).toMatchObject({
      code: 'NOT_FOUND',
      message: 'What this webhook belongs to was deleted in the meantime.',
    });
    expect(receiver.received).toHaveLength(0);
  });

  it('reports what went wrong', async () => {
    receiver.play = playStatuses(500);
    expect((await test(receiver.url)).json()).toMatchObject({
      isOk: false,
      status: 500,
      error: 'answered 500',
    });
    receiver.play = () => {};
    expect((await test(receiver.url)).json()).toMatchObject({ isOk: false, status: null });
    const inside = await test('http://127.0.0.1:9/');
    expect(inside.json()).toMatchObject({ isOk: false, error: 'this address may not be reached from here' });
  });

  it.each([
    '',
    'hooks.example',
    'ftp://hooks.example',
    'javascript:alert(1)',
    'https://me:pass@hooks.example',
  ])('SP-79: refuses "%s"', async (url) => {
    const answer = await test(url);
    expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ path: 'url' }]]);
  });
});

describe('the secret that signs', () => {
  it('ATK-167: is shown whole when it is made, and never again', async () => {
    const { secret, hint } = await renew();
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const read = await user.inject({ method: 'GET', url: path('secret') });
    expect(read.json()).toEqual({ hint, createdAt: expect.any(Number) });
    expect(read.body).not.toContain(secret);
    const rows = await app.infrastructure.db.selectFrom('webhook_secret').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('webhooks of another workspace', () => {
  it('ATK-067: are as if they were not there', async () => {
    const listed = await outsider.inject({ method: 'GET', url: path('deliveries') });
    const resent = await outsider.inject({ method: 'POST', url: path('deliveries/d1/resend') });
    expect([listed.statusCode, resent.statusCode]).toEqual([404, 404]);
    expect((await user.inject({ method: 'GET', url: path('deliveries') })).json()).toEqual({ data: [] });
    const unknown = await user.inject({ method: 'POST', url: path('deliveries/d1/resend') });
    expect(unknown.statusCode).toBe(404);
  });

  it('go with their agent', async () => {
    await renew();
    const gone = await user.inject({ method: 'DELETE', url: `${agentsPrefix}/${agentId}` });
    expect(gone.statusCode).toBe(204);
    expect(await app.infrastructure.db.selectFrom('webhook_secret').selectAll().execute()).toEqual([]);
  });
});

describe('the question who takes a call', () => {
  const ask = (timeoutMs = 2000) =>
    askInbound(
      app.infrastructure.egress,
      {
        url: `${receiver.url}/inbound`,
        secret: 'whsec_test',
        callId: 'c1',
        fromNumber: '+15125550142',
        toNumber: '+15125550100',
        agentId: 'agent_1',
      },
      timeoutMs,
    );
  const say = (body: unknown) => {
    receiver.play = (_received, response) =>
      void response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  it('is signed, says who calls, and takes agent, variables and metadata', async () => {
    const dynamic_variables = { caller_name: 'Dana' };
    say({ call_inbound: { override_agent_id: 'agent_2', dynamic_variables, metadata: { tier: 1 } } });
    expect(await ask()).toMatchObject({
      isAnswered: true,
      agentId: 'agent_2',
      variables: dynamic_variables,
      metadata: { tier: 1 },
    });
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
    expect(JSON.parse(body)).toEqual({
      event: 'call_inbound',
      call_inbound: {
        agent_id: 'agent_1',
        from_number: '+15125550142',
        to_number: '+15125550100',
        call_id: 'c1',
      },
    });
    expect(await Retell.verify(body, 'whsec_test', String(headers['x-retell-signature']))).toBe(true);
  });

  it.each([
    ['{}', true],
    ['', true],
    ['not JSON', false],
    [{ call_inbound: { override_agent_id: 7 } }, false],
    [{ call_inbound: { dynamic_variables: { name: 1 } } }, false],
    [{ call_inbound: { dynamic_variables: { '{{x}}': 'y' } } }, false],
    [{ call_inbound: { overide_agent_id: 'agent_2' } }, false],
    [`{"call_inbound":{"metadata":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`, false],
  ])('is read strictly: %j', async (body, isAnswered) => {
    say(body);
    expect((await ask()).isAnswered).toBe(isAnswered);
    expect(receiver.received).toHaveLength(1);
  });

  it('is asked again after a failure, but never beyond its time', async () => {
    receiver.play = playStatuses(500, 500, 200);
    expect(await ask()).toMatchObject({ isAnswered: true, agentId: undefined, variables: {} });
    receiver.play = playStatuses(404);
    expect(await ask()).toMatchObject({ isAnswered: false, status: 404 });
    expect(receiver.received).toHaveLength(4);
    receiver.play = () => {};
    const slow = await ask(400);
    expect([slow.isAnswered, slow.ms < 1500]).toEqual([false, true]);
  });
});

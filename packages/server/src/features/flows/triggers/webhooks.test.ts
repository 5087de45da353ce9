import { createHmac, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { makeStartFlow, triggerCatalogue } from '../../../testing/trigger-flows.ts';
import {
  openReceiver,
  type ReceivedWebhook,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';

const secret = 'whsec_shared_with_the_sender';
const hook = { startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookInputMode: 'payload' };
const signedHook = { ...hook, webhookEnableAuth: true, webhookSecret: secret };
const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex');
const json = { 'content-type': 'application/json' };

interface Said {
  question: string;
  trigger: { type: string; body: unknown; headers: Record<string, string>; query: Record<string, string> };
}

describe.each(databases)('webhooks of flows on %s', { timeout: 20_000 }, (database) => {
  const source = triggerCatalogue();
  let app: TestApp;
  let user: TestUser;
  let receiver: WebhookReceiver;
  let before = 0;

  beforeAll(async () => {
    receiver = await openReceiver();
    const config = { egressAllow: [receiver.host], visitorAnswersPerMinute: 0 };
    app = await createTestApp({ database, catalogue: source.catalogue, config });
    user = await app.signIn();
  });
  beforeEach(() => {
    before = source.runs();
  });
  afterEach(() => source.release());
  afterAll(async () => {
    source.release();
    await app.close();
    receiver.close();
  });

  const send = (id: string, body: string, headers: Record<string, string> = {}, rest: InjectOptions = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/webhook/${id}`,
      headers: { ...json, ...headers },
      payload: body,
      ...rest,
    });
  const sendSigned = (id: string, body: string, headers: Record<string, string> = {}) =>
    send(id, body, { 'x-webhook-signature': `sha256=${sign(body)}`, ...headers });
  const started = () => source.runs() - before;
  const said = (answer: { json(): unknown }) => JSON.parse((answer.json() as { text: string }).text) as Said;
  const firingsOf = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/flows/${id}/firings` })).json<{
      data: { id: string; state: string; runId: string; runStatus: string; reason: string | null }[];
    }>().data;

  it('start a flow with what a signed request brings, and answer with its answer', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookInputMode: 'text',
      webhookDefaultInput: 'Order {{ $webhook.body.order.id }} of {{$webhook.query.shop}}',
    });
    const body = '{"order": {"id": 17}}';
    const answer = await send(
      id,
      body,
      { 'x-webhook-signature': sign(body), 'x-shop': 'north', cookie: 'a=b' },
      {
        url: `/api/v1/webhook/${id}?shop=tea`,
      },
    );
    expect(answer.statusCode).toBe(200);
    const { question, trigger } = said(answer);
    expect(question).toBe('Order 17 of tea');
    expect(trigger).toMatchObject({ type: 'webhook', body: { order: { id: 17 } }, query: { shop: 'tea' } });
    expect(trigger.headers).toMatchObject({ 'x-shop': 'north', 'content-type': 'application/json' });
    expect(Object.keys(trigger.headers)).not.toContain('cookie');
    expect(Object.keys(trigger.headers)).not.toContain('x-webhook-signature');
    expect(await firingsOf(id)).toMatchObject([{ state: 'started', runStatus: 'done' }]);
    const run = await user.inject({ method: 'GET', url: `${studio}/flows/${id}/runs` });
    expect(run.json<{ data: { source: string }[] }>().data).toMatchObject([{ source: 'webhook' }]);
  });

  it.each([
    ['no signature', (_body: string) => ({})],
    ['an empty one', () => ({ 'x-webhook-signature': '' })],
    ['the signature of another key', (body: string) => ({ 'x-webhook-signature': sign(body, 'guessed') })],
    ['the signature of another body', () => ({ 'x-webhook-signature': sign('{}') })],
    ['capitals', (body: string) => ({ 'x-webhook-signature': sign(body).toUpperCase() })],
    [
      'an old time',
      (body: string) => ({ 'x-webhook-signature': `v=1700000000000,d=${sign(`${body}1700000000000`)}` }),
    ],
    ['a key of the workspace instead', () => ({ authorization: 'Bearer anything' })],
  ])('refuse a request with %s, and run nothing', async (_what, headersOf) => {
    const id = await makeStartFlow(user, signedHook);
    const body = '{"amount": 12}';
    const answer = await send(id, body, headersOf(body) as Record<string, string>);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.body).not.toContain(secret);
    expect(started()).toBe(0);
    expect(await firingsOf(id)).toEqual([]);
  });

  it('ATK-125: HTML that a flow says is never a page of this server, for any caller', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookInputMode: 'text',
      webhookDefaultInput: '{{$webhook.body.html}}',
    });
    const html = '<!doctype html><script>alert(document.cookie)</script>';
    for (const accept of ['text/html', '*/*']) {
      const answer = await sendSigned(id, JSON.stringify({ html, accept }), { accept });
      expect([answer.statusCode, said(answer).question]).toEqual([200, html]);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*(unsafe|data:|\*)/);
    }
    for (const path of ['', '.html', '/'])
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await app.inject({
          method,
          url: `/api/v1/webhook/${id}${path}?html=${encodeURIComponent(html)}`,
        });
        expect(`${answer.headers['content-type']}`).not.toMatch(/html|xml|svg/);
        expect(answer.body).not.toContain('<script');
      }
  });

  it('ATK-125: nor is it one where the answer is streamed', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookResponseMode: 'stream',
      webhookInputMode: 'text',
      webhookDefaultInput: '{{$webhook.body.html}}',
    });
    const answer = await sendSigned(id, JSON.stringify({ html: '<script>1</script>' }), {
      accept: 'text/html',
    });
    expect(answer.headers['content-type']).toMatch(/^(application\/json|text\/event-stream)/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('check the signature over the bytes that came, not over the body written again', async () => {
    const id = await makeStartFlow(user, signedHook);
    const body = '{"b":1,   "a":"\\u00e9"}';
    expect(
      (await send(id, body, { 'x-webhook-signature': sign(JSON.stringify(JSON.parse(body))) })).statusCode,
    ).toBe(401);
    expect((await send(id, body, { 'x-webhook-signature': sign(body) })).statusCode).toBe(200);
  });

  it('keep a secret for the flow that is shown once, and is another one for each flow', async () => {
    const [one, other] = [
      await makeStartFlow(user, { ...signedHook, webhookSecret: '' }),
      await makeStartFlow(user, { ...signedHook, webhookSecret: '' }),
    ];
    const renew = (id: string) =>
      user.inject({ method: 'POST', url: `${studio}/flows/${id}/webhook-secret` });
    const made = (await renew(one)).json<{ secret: string; hint: string }>();
    await renew(other);
    const body = '{"n":1}';
    const by = (key: string) => ({ 'x-webhook-signature': sign(body, key) });
    expect((await send(other, body, by(made.secret))).statusCode).toBe(401);
    expect((await send(one, body, by(made.secret))).statusCode).toBe(200);
    const shown = await user.inject({ method: 'GET', url: `${studio}/flows/${one}/triggers` });
    expect(shown.json()).toMatchObject({
      start: 'webhook',
      isPublished: true,
      webhook: { isSigned: true, secretHint: made.hint },
    });
    expect(shown.body).not.toContain(made.secret);
    await renew(one);
    expect(
      (await send(one, '{"n":2}', { 'x-webhook-signature': sign('{"n":2}', made.secret) })).statusCode,
    ).toBe(401);
  });

  it('run a delivery once, however often and under whatever id it comes', async () => {
    const id = await makeStartFlow(user, signedHook);
    const body = JSON.stringify({ event: randomUUID() });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => sendSigned(id, body, { 'webhook-id': `id ${index}` })),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 202)).toBe(true);
    expect(started()).toBe(1);
    expect(await firingsOf(id)).toHaveLength(1);
    expect((await sendSigned(id, body)).json()).toMatchObject({ status: 'DONE', isRepeated: true });
    await sendSigned(id, '{"n":1}', { 'webhook-id': 'same' });
    expect((await sendSigned(id, '{"n":2}', { 'webhook-id': 'same' })).json()).toMatchObject({
      isRepeated: true,
    });
    expect(started()).toBe(2);
  });

  it('do not run a signed body again with another query, which the signature does not cover', async () => {
    const id = await makeStartFlow(user, signedHook);
    const body = JSON.stringify({ event: randomUUID() });
    expect((await sendSigned(id, body)).statusCode).toBe(200);
    const again = await sendSigned(`${id}?again=1`, body);
    expect(again.json()).toMatchObject({ status: 'DONE', isRepeated: true });
    expect(started()).toBe(1);
  });

  it('run the same content again after the time in which it could be a repetition', async () => {
    const id = await makeStartFlow(user, signedHook);
    const body = '{"event":"tick"}';
    await sendSigned(id, body);
    const { db } = app.infrastructure;
    await db
      .updateTable('flow_firing')
      .set({ createdAt: Date.now() - 11 * 60_000 })
      .where('flowId', '=', id)
      .execute();
    expect((await sendSigned(id, body)).json()).not.toHaveProperty('isRepeated');
    expect(started()).toBe(2);
  });

  it('carry out a delivery whose process died before it could, when its sender repeats it', async () => {
    const id = await makeStartFlow(user, signedHook);
    const body = '{"event":"lost"}';
    await sendSigned(id, body);
    const { db } = app.infrastructure;
    await db.deleteFrom('run').where('flowId', '=', id).execute();
    await db
      .updateTable('flow_firing')
      .set({ state: 'waiting', createdAt: Date.now() - 60_000 })
      .where('flowId', '=', id)
      .execute();
    expect((await sendSigned(id, body)).json()).not.toHaveProperty('isRepeated');
    expect(started()).toBe(2);
  });

  it('without a signature are for callers who may ask the flow', async () => {
    const closed = await makeStartFlow(user, hook);
    const open = await makeStartFlow(user, hook, { isPublic: true });
    expect((await send(closed, '{}')).statusCode).toBe(401);
    expect(started()).toBe(0);
    expect((await send(open, '{"chatId":"someone-elses"}')).json().chatId).not.toBe('someone-elses');
    const own = await user.inject({
      method: 'POST',
      url: `${studio}/webhook/${closed}`,
      payload: { chatId: 'mine' },
    });
    expect(own.json()).toMatchObject({ chatId: 'mine', sessionId: 'mine' });
    expect((await send(closed, '{}', { authorization: 'Bearer wrong' })).statusCode).toBe(401);
  });

  it('answer 404 to unknown flows and to flows with another start, in words', async () => {
    const chat = await makeStartFlow(user, { startInputType: 'chatInput' }, { isPublic: true });
    expect((await send(randomUUID(), '{}')).statusCode).toBe(404);
    const refused = await send(chat, '{}');
    expect([refused.statusCode, refused.json().message]).toEqual([
      404,
      expect.stringContaining('does not start with a webhook'),
    ]);
    expect((await send('..%2f..%2fetc', '{}')).statusCode).toBe(400);
    expect(started()).toBe(0);
  });

  it('answer at once where the flow says so, and send the end to its callback, signed', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookResponseMode: 'async',
      callbackUrl: `${receiver.url}/done`,
      callbackSecret: 'of the receiver',
    });
    const first = receiver.received.length;
    source.hold();
    const answer = await sendSigned(id, '{"n":1}');
    expect(answer.statusCode).toBe(202);
    const { runId, chatId, status } = answer.json<{ runId: string; chatId: string; status: string }>();
    expect(status).toBe('PROCESSING');
    expect((await sendSigned(id, '{"n":1}')).json()).toMatchObject({
      status: 'PROCESSING',
      runId,
      isRepeated: true,
    });
    source.release();
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(first + 1);
    const { body = '', headers = {} } = receiver.received[first] ?? ({} as Partial<ReceivedWebhook>);
    expect(JSON.parse(body)).toMatchObject({
      status: 'SUCCESS',
      chatId,
      data: { chatId, runId, executionId: runId },
    });
    expect(headers['x-flowise-signature']).toBe(`sha256=${sign(body, 'of the receiver')}`);
    expect(headers['x-tendril-delivery']).toBeTypeOf('string');
    expect(started()).toBe(1);
    expect(await firingsOf(id)).toMatchObject([{ state: 'started', runStatus: 'done', runId }]);
  });

  it('tell the callback of a failure', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookResponseMode: 'async',
      callbackUrl: receiver.url,
      webhookInputMode: 'text',
      webhookDefaultInput: 'fail',
    });
    const first = receiver.received.length;
    await sendSigned(id, '{"n":2}');
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(first + 1);
    expect(JSON.parse(receiver.received[first]?.body ?? '')).toMatchObject({
      status: 'ERROR',
      error: 'It was to fail.',
    });
  });

  it('stream where the flow says so', async () => {
    const id = await makeStartFlow(user, { ...signedHook, webhookResponseMode: 'stream' });
    const answer = await sendSigned(id, '{"n":3}');
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.body).toContain('"event":"token"');
    expect(answer.body.trimEnd().endsWith('data:{"event":"end","data":"[DONE]"}')).toBe(true);
    expect(started()).toBe(1);
  });

  it('say how a run failed in the same request', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookInputMode: 'text',
      webhookDefaultInput: 'fail',
    });
    const answer = await sendSigned(id, '{}');
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'It was to fail.']);
    expect(await firingsOf(id)).toMatchObject([{ runStatus: 'failed' }]);
  });

  it('are held to the rate limit of the flow', async () => {
    const id = await makeStartFlow(user, signedHook);
    const rateLimit = { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slow down.' };
    await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${id}/settings`,
      payload: { apiConfig: { rateLimit } },
    });
    const statuses = [];
    for (const n of [1, 2, 3]) statuses.push((await sendSigned(id, `{"n":${n}}`)).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await send(id, '{}');
    expect([refused.json().message, refused.headers['retry-after']]).toEqual([
      'Slow down.',
      expect.any(String),
    ]);
  });

  it('can be repeated by hand, and show their flow nothing of other workspaces', async () => {
    const id = await makeStartFlow(user, signedHook);
    await sendSigned(id, '{"n":9}');
    const [first] = await firingsOf(id);
    const again = await user.inject({
      method: 'POST',
      url: `${studio}/flows/${id}/firings/${first?.id}/repeat`,
    });
    expect(again.statusCode).toBe(201);
    await expect
      .poll(async () => (await firingsOf(id)).map(({ runStatus }) => runStatus), { timeout: 20_000 })
      .toEqual(['done', 'done']);
    const other = await makeStartFlow(user, signedHook);
    const foreign = await user.inject({
      method: 'POST',
      url: `${studio}/flows/${other}/firings/${first?.id}/repeat`,
    });
    expect(foreign.statusCode).toBe(404);
  });

  it('leave nothing behind when their flow is deleted', async () => {
    const id = await makeStartFlow(user, { ...signedHook, webhookSecret: '' });
    await user.inject({ method: 'POST', url: `${studio}/flows/${id}/webhook-secret` });
    await send(id, '{}');
    await user.inject({ method: 'DELETE', url: `${studio}/flows/${id}` });
    const { db } = app.infrastructure;
    expect(await db.selectFrom('flow_firing').select('id').where('flowId', '=', id).execute()).toEqual([]);
    expect(
      await db
        .selectFrom('webhook_secret')
        .select('ownerId')
        .where('ownerId', '=', `webhook:${id}`)
        .execute(),
    ).toEqual([]);
    expect((await send(id, '{}')).statusCode).toBe(404);
  });
});

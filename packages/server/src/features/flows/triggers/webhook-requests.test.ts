import { createHmac } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { makeStartFlow, triggerCatalogue } from '../../../testing/trigger-flows.ts';

const secret = 'whsec_shared_with_the_sender';
const hook = { startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookInputMode: 'payload' };
const signedHook = { ...hook, webhookEnableAuth: true, webhookSecret: secret };
const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex');
const json = { 'content-type': 'application/json' };

interface Said {
  question: string;
  trigger: { type: string; body: unknown; headers: Record<string, string>; query: Record<string, string> };
}

describe('what a webhook takes', { timeout: 20_000 }, () => {
  const source = triggerCatalogue();
  let app: TestApp;
  let user: TestUser;
  let before = 0;

  beforeAll(async () => {
    app = await createTestApp({ catalogue: source.catalogue, config: { visitorAnswersPerMinute: 0 } });
    user = await app.signIn();
  });
  beforeEach(() => {
    before = source.runs();
  });
  afterAll(() => app.close());

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
  it('is the method and the media type that the flow names', async () => {
    const id = await makeStartFlow(user, { ...signedHook, webhookContentType: 'application/json' });
    const other = await app.inject({ method: 'PUT', url: `/api/v1/webhook/${id}`, payload: {} });
    expect([other.statusCode, other.headers['allow']]).toEqual([405, 'POST']);
    expect((await send(id, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(
      415,
    );
    const page = await makeStartFlow(user, {
      ...hook,
      webhookMethod: 'GET',
      webhookEnableAuth: true,
      webhookSecret: secret,
    });
    const answer = await app.inject({
      method: 'GET',
      url: `/api/v1/webhook/${page}?a=1`,
      headers: { 'x-webhook-signature': sign('a=1') },
    });
    expect(said(answer).trigger).toMatchObject({ query: { a: '1' }, body: {} });
    expect(
      (
        await app.inject({
          method: 'GET',
          url: `/api/v1/webhook/${page}?a=2`,
          headers: { 'x-webhook-signature': sign('a=1') },
        })
      ).statusCode,
    ).toBe(401);
  });

  it('is a form too, and the JSON that some senders put into one', async () => {
    const id = await makeStartFlow(user, signedHook);
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect(said(await sendSigned(id, 'a=1&b=two+words&__proto__=x', form)).trigger.body).toEqual({
      a: '1',
      b: 'two words',
    });
    const payload = `payload=${encodeURIComponent('{"zen":true}')}`;
    expect(said(await sendSigned(id, payload, form)).trigger.body).toEqual({ zen: true });
  });

  it('is nothing that would hurt: too deep, a prototype, too long, no JSON', async () => {
    const id = await makeStartFlow(user, signedHook);
    const deep = '['.repeat(200) + ']'.repeat(200);
    for (const body of [deep, '{"__proto__":{"polluted":1}}', '{"a":', '{"a":"\\u0000"}'])
      expect((await sendSigned(id, body)).statusCode).toBe(400);
    const long = await send(id, '{}', { 'content-length': String(11 * 1024 * 1024) });
    expect(long.statusCode).toBe(413);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const open = await makeStartFlow(user, hook, { isPublic: true });
    expect((await send(open, `"${'x'.repeat(1_100_000)}"`)).statusCode).toBe(413);
    expect(started()).toBe(0);
  });

  it('has the shape that the flow asks for, and every parameter at fault is named', async () => {
    const id = await makeStartFlow(user, {
      ...signedHook,
      webhookEnableValidation: true,
      webhookBodyParams: [
        { name: 'amount', type: 'number', required: true },
        { name: 'tags', type: 'array[string]' },
      ],
      webhookQueryParams: [{ name: 'shop', required: true }],
      webhookHeaderParams: [{ name: 'X-Shop', required: true }],
    });
    const refused = await sendSigned(id, '{"amount":"12","tags":[1]}');
    expect(refused.json().details).toEqual([
      { path: 'query.shop', message: 'is missing' },
      { path: 'headers.x-shop', message: 'is missing' },
      { path: 'body.amount', message: 'must be a number' },
      { path: 'body.tags', message: 'must be a list of texts' },
    ]);
    const body = '{"amount":12,"tags":["a"]}';
    const well = await send(
      id,
      body,
      { 'x-webhook-signature': sign(body), 'x-shop': 'n' },
      { url: `/api/v1/webhook/${id}?shop=1` },
    );
    expect(well.statusCode).toBe(200);
    expect(started()).toBe(1);
  });

  it('is known by a secret that is sealed with the flow: no answer shows it, and signatures by it hold', async () => {
    const real = await createTestApp({ config: { visitorAnswersPerMinute: 0 } });
    try {
      const person = await real.signIn();
      const id = await makeStartFlow(person, signedHook);
      const flow = await person.inject({ method: 'GET', url: `/api/agent-studio/v1/flows/${id}` });
      expect(flow.body).not.toContain(secret);
      const rows = await real.infrastructure.db.selectFrom('flow_version').select('flowData').execute();
      expect(JSON.stringify(rows)).not.toContain(secret);
      const headers = { ...json, 'x-webhook-signature': sign('{}') };
      const url = `/api/v1/webhook/${id}`;
      expect((await real.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode).toBe(200);
    } finally {
      await real.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const shop = 'https://shop.example';
const evil = 'https://evil.example';
const question = { question: 'Hello' };

describe('a question of a page on another site that is refused', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const make = async (settings: object, flowData?: object) => {
    const id = await makeFlow(user, (flowData as never) ?? (await talkingFlow(user)));
    const change = { method: 'PATCH' as const, url: `${studio}/flows/${id}/settings`, payload: settings };
    expect((await user.inject(change)).statusCode).toBe(200);
    return id;
  };
  const ask = async (id: string, origin: string, payload: object = question, headers = {}) => {
    const url = `/api/v1/prediction/${id}`;
    const answer = await app.inject({ method: 'POST', url, payload, headers: { origin, ...headers } });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    return { answer, reader: answer.headers['access-control-allow-origin'] };
  };

  it('can be read where the flow allows the page: by rate, limit, validation, key and failure', async () => {
    const rateLimit = { limitMax: 1, limitDuration: 60, limitMsg: 'Slow down.' };
    const allowed = { isPublic: true, chatbotConfig: { allowedOrigins: [shop] } };
    const limited = await make({ ...allowed, apiConfig: { rateLimit } });
    expect((await ask(limited, shop)).answer.statusCode).toBe(200);
    const slow = await ask(limited, shop);
    expect([slow.answer.statusCode, slow.answer.json().message, slow.reader]).toEqual([
      429,
      'Slow down.',
      shop,
    ]);

    const open = await make(allowed);
    const invalid = await ask(open, shop, { question: 5 });
    expect([invalid.answer.statusCode, invalid.reader]).toEqual([400, shop]);
    const long = await ask(open, shop, { question: 'x'.repeat(2 * 1024 * 1024) });
    expect([long.answer.statusCode, long.reader]).toEqual([413, shop]);
    const empty = await make(allowed, { nodes: [], edges: [] });
    const failed = await ask(empty, shop);
    expect([failed.answer.statusCode, failed.reader]).toEqual([422, shop]);
    const wrongKey = await ask(open, shop, question, { authorization: 'Bearer tdl_none' });
    expect([wrongKey.answer.statusCode, wrongKey.reader]).toEqual([401, shop]);
  });

  it('ATK-122: tells a page that the flow does not allow the one sentence, whatever else is wrong with it', async () => {
    const rateLimit = { limitMax: 1, limitDuration: 60, limitMsg: 'Slow down.' };
    const chatbotConfig = { allowedOrigins: [shop], allowedOriginsError: 'Not on this site.' };
    const id = await make({ isPublic: true, chatbotConfig, apiConfig: { rateLimit } });
    await ask(id, shop);
    for (const payload of [question, { question: 5 }, { question: 'x'.repeat(2 * 1024 * 1024) }]) {
      const { answer, reader } = await ask(id, evil, payload);
      expect([answer.statusCode, answer.json().message, reader]).toEqual([403, 'Not on this site.', evil]);
    }
    const withKey = await ask(id, evil, question, { authorization: 'Bearer tdl_none' });
    expect([withKey.answer.statusCode, withKey.reader]).toEqual([401, undefined]);
  });

  it('ATK-122: tells no page anything of a private flow, one that is not there, or any other route', async () => {
    const closed = await make({ chatbotConfig: { allowedOrigins: [shop] } });
    for (const id of [closed, 'no-such-flow'])
      for (const origin of [shop, evil, 'null'])
        expect([id, origin, (await ask(id, origin)).reader]).toEqual([id, origin, undefined]);
    for (const url of [`/api/v1/chatflows/${closed}`, '/api/v1/credentials', '/api/v1/verify/apikey/x']) {
      const answer = await app.inject({ url, headers: { origin: shop } });
      expect([url, answer.headers['access-control-allow-origin']]).toEqual([url, undefined]);
    }
  });

  it('can be read also while the server is stopping', async () => {
    const stopping = await createTestApp();
    try {
      const owner = await stopping.signIn();
      const id = await makeFlow(owner, await talkingFlow(owner));
      const settings = { method: 'PATCH' as const, url: `${studio}/flows/${id}/settings` };
      await owner.inject({ ...settings, payload: { isPublic: true } });
      await stopping.app.lifecycle.drain(1000);
      const url = `/api/v1/prediction/${id}`;
      const asked = { method: 'POST' as const, url, payload: question, headers: { origin: shop } };
      const answer = await stopping.inject(asked);
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([503, shop]);
    } finally {
      await stopping.close();
    }
  });
});

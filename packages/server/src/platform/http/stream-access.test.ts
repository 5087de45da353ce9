import { endpoint } from '@tendril/contract/api/endpoint';
import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeFlow, talkingFlow } from '../../testing/flow-fixtures.ts';
import { changeRole, signInAs } from '../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { serveStream } from './serve-stream.ts';

const held = endpoint({
  method: 'GET',
  path: '/api/test/held',
  auth: 'sessionOrKey',
  permits: 'conversations:read',
  tag: 'Test',
  summary: 'A stream that stays open.',
  events: z.object({}),
});

let app: TestApp;
let owner: TestUser;
let base: string;

beforeAll(async () => {
  app = await createTestApp();
  serveStream(app.app, held, ({ open, signal }) => {
    open().send({});
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  owner = await app.signIn();
  base = await app.listen();
});
afterAll(() => app.close());

const cookieOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

describe('what was opened before a role was lowered', () => {
  it('ends in words within two seconds, for the session and for the key, and stays for others', async () => {
    const person = await signInAs(app, owner, 'operator');
    const other = await signInAs(app, owner, 'operator');
    const kept = new AbortController();
    await changeRole(owner, person.userId, 'builder');
    const made = await person.inject({
      method: 'POST',
      url: `${studioPrefix}/apikey`,
      payload: { keyName: 'K' },
    });
    await changeRole(owner, person.userId, 'operator');
    const streams = await Promise.all([
      fetch(base + held.path, { headers: { cookie: cookieOf(person.cookies) } }),
      fetch(base + held.path, { headers: { authorization: `Bearer ${made.json().apiKey}` } }),
    ]);
    const others = await fetch(base + held.path, {
      headers: { cookie: cookieOf(other.cookies) },
      signal: kept.signal,
    });
    await changeRole(owner, person.userId, 'analyst');
    const loweredAt = Date.now();
    for (const text of await Promise.all(streams.map((stream) => stream.text())))
      expect(text).toContain('Your role in this workspace no longer permits this.');
    expect(Date.now() - loweredAt).toBeLessThan(2000);
    const reader = others.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('data: {}');
    const more = reader?.read().then(
      () => 'ended',
      () => 'cut by the test',
    );
    kept.abort();
    expect(await more).toBe('cut by the test');
  });
});

describe('a flow and somebody whose role does not run flows', () => {
  it('refuses a private one in words, and serves a public one as it would serve anybody', async () => {
    const viewer = await signInAs(app, owner, 'viewer');
    const flowId = await makeFlow(owner, await talkingFlow(owner), 'Talks');
    const ask = () =>
      viewer.inject({
        method: 'POST',
        url: `${publicPrefix}/prediction/${flowId}`,
        payload: { question: 'Hi' },
      });
    const refused = await ask();
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Your role in this workspace does not permit this: it takes “flows:run”.',
    ]);
    const url = `${publicPrefix}/chatflows/${flowId}`;
    expect((await owner.inject({ method: 'PUT', url, payload: { isPublic: true } })).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
  });
});

import { request as openRequest } from 'node:http';
import { predict } from '@tendril/contract/api/predictions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const megabyte = 1024 * 1024;

/** JSON of one object with so many fields. */
function manyFields(count: number): string {
  const fields = Array.from({ length: count }, (_, index) => `"k${index}":1`);
  return `{"question":"x","overrideConfig":{${fields.join(',')}}}`;
}

describe('the body of a request', () => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let base: string;
  let open: string;
  let closed: string;

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    open = await makeFlow(user, await talkingFlow(user));
    closed = await makeFlow(user, await talkingFlow(user));
    await set({ isPublic: true });
    base = await app.listen();
  });
  afterAll(() => app.close());

  const set = (payload: object) =>
    user.inject({ method: 'PATCH', url: `${studio}/flows/${open}/settings`, payload });
  const pathOf = (id: string) => predict.path.replace(':id', id);
  const send = async (id: string, body: string, headers = {}) => {
    const answer = await fetch(`${base}${pathOf(id)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: answer.status, ...((await answer.json()) as { code?: string; message?: string }) };
  };
  const byKey = () => ({ authorization: `Bearer ${key.key}` });

  /** Sends a head that promises a body, and nothing of the body; answers the status. */
  const promise = (id: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 500_000 };
      const sent = openRequest(`${base}${pathOf(id)}`, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });

  it('nobody is let in after his body was read: who may not ask hears so before he has sent a byte of it', async () => {
    expect(await promise(closed)).toBe(401);
    expect(await promise('no-such-flow')).toBe(401);
    await set({ chatbotConfig: { allowedOrigins: ['https://shop.example'] } });
    expect(await promise(open)).toBe(403);
    const rateLimit = { limitMax: 1, limitDuration: 60, limitMsg: 'Slowly' };
    await set({ chatbotConfig: {}, apiConfig: { rateLimit } });
    expect((await send(open, '{"question":"Hello"}')).status).toBe(200);
    expect(await promise(open)).toBe(429);
    await set({ apiConfig: {} });
  });

  it('of 18 MB with 1.5 million keys is never parsed, from any caller', async () => {
    const body = manyFields(1_500_000);
    const parse = vi.spyOn(JSON, 'parse');
    const refused = await Promise.all([send(closed, body), send(open, body), send(open, body, byKey())]);
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(refused.map(({ status }) => status)).toEqual([401, 413, 400]);
    expect(longest).toBeLessThan(megabyte);
  });

  describe('where only it names the flow', () => {
    const paths = [
      ['leads', 8192],
      ['text-to-speech/abort', 8192],
      ['text-to-speech/generate', 131_072],
      ['openai-assistants-file/download', 8192],
    ] as const;
    it.each(paths)(
      'an anonymous one to %s is refused unread when it is longer than the route needs',
      async (path, most) => {
        const send = (length: number, headers = {}) =>
          fetch(`${base}/api/v1/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: `{"chatflowId":"none","chatflowid":"none","x":"${'x'.repeat(length)}"}`,
          });
        const refused = await send(most);
        expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
          413,
          `The body is larger than the ${most / 1024} KB allowed here.`,
        ]);
        expect((await send(100)).status).not.toBe(413);
        expect((await send(most, byKey())).status).not.toBe(413);
      },
    );

    it('an anonymous one is refused unread when its address has sent too many', async () => {
      const full = await createTestApp();
      const url = `${await full.listen()}/api/v1/leads`;
      const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const statuses: number[] = [];
      for (let at = 0; at < 610; at += 10)
        statuses.push(
          ...(await Promise.all(
            Array.from({ length: 10 }, async () => {
              const answer = await fetch(url, options);
              await answer.arrayBuffer();
              return answer.status;
            }),
          )),
        );
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      const other = await full.inject({
        ...{ method: 'POST', url: '/api/v1/leads' },
        payload: {},
        remoteAddress: '10.9.8.7',
      });
      expect(other.statusCode).toBe(400);
      await full.close();
    });
  });

  it('is looked at part by part: the loop goes on while a long one comes in', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const answer = await send(open, `{"question":"Hello","other":"${'x'.repeat(18 * megabyte)}"}`, byKey());
    isOver = true;
    expect(answer.status).toBe(200);
    expect(turns).toBeGreaterThan(20);
  });

  it('of an anonymous caller takes a megabyte, and more only where the flow takes files', async () => {
    const padded = `{"question":"Hello"${' '.repeat(2 * megabyte)}}`;
    expect(await send(open, padded)).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    expect((await send(open, padded, byKey())).status).toBe(200);
    await set({ chatbotConfig: { fullFileUpload: { status: true } } });
    expect((await send(open, padded)).status).toBe(200);
    await set({ chatbotConfig: {} });
  });

  it('an anonymous caller’s form is refused where the flow takes no files', async () => {
    const form = new FormData();
    form.set('question', 'Hello');
    form.append('files', new Blob(['High tide at 6:12']), 'tides.txt');
    const ask = async () => (await fetch(`${base}${pathOf(open)}`, { method: 'POST', body: form })).status;
    expect(await ask()).toBe(403);
    await set({ chatbotConfig: { fullFileUpload: { status: true } } });
    expect(await ask()).toBe(200);
    await set({ chatbotConfig: {} });
  });

  it('has a limit of values and fields for every caller', async () => {
    const values = `{"question":"x","history":[${'0,'.repeat(30_000)}0]}`;
    expect((await send(open, values)).message).toContain('more than 20000 values');
    expect((await send(open, values, byKey())).message).toContain('history: Too big');
    const fields = await send(open, manyFields(60_000), byKey());
    expect(fields).toMatchObject({ status: 400, message: expect.stringContaining('50000 fields') });
  });

  it('that comes in single bytes is the same body, and one that breaks off is none', async () => {
    const text = JSON.stringify({ question: 'Ünd "quoted\\" {[,:' });
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = openRequest(`${base}${pathOf(open)}`, { method: 'POST', headers }, async (response) => {
        let all = '';
        for await (const part of response) all += part;
        resolve(all);
      });
      sent.on('error', reject);
      sent.setNoDelay(true);
      const bytes = [...Buffer.from(text)];
      const next = () => {
        const byte = bytes.shift();
        if (byte === undefined) sent.end();
        else sent.write(Buffer.from([byte]), () => setImmediate(next));
      };
      next();
    });
    expect(JSON.parse(answer).question).toBe('Ünd "quoted\\" {[,:');
  });
});

import { deleteCall } from '@tendril/contract/api/calls';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.runIf(databases.includes('postgres'))('a run of another process', () => {
  let owner: TestApp;
  let other: TestApp;
  let user: TestUser;
  let gate: ReturnType<typeof gatedCatalogue>['gate'];
  let addresses: string[];
  let flowId: string;

  beforeEach(async () => {
    const gated = gatedCatalogue();
    gate = gated.gate;
    owner = await createTestApp({ database: 'postgres', catalogue: gated.catalogue });
    const { databaseUrl, secretKey } = owner.infrastructure.config;
    other = await createTestApp({ catalogue: gated.catalogue, config: { databaseUrl, secretKey } });
    user = await owner.signIn();
    addresses = [await listen(owner), await listen(other)];
    flowId = await makeFlow(user, await gatedFlow(user));
  });
  afterEach(async () => {
    await other.close();
    await owner.close();
  });

  async function listen(app: TestApp): Promise<string> {
    const base = await app.listen();
    await app.infrastructure.processes.announce(base);
    return base;
  }

  const send = (at: number, method: string, path: string, body?: object) =>
    fetch(`${addresses[at]}${path}`, {
      method,
      headers: {
        cookie: Object.entries(user.cookies)
          .map((pair) => pair.join('='))
          .join('; '),
        [csrfHeader]: user.cookies[csrfCookie] ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  /** Reads a stream to its end; `until` resolves once a text was in it. */
  function read(response: Response) {
    let text = '';
    const done = (async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
      return text;
    })();
    return { done, until: (wanted: string) => expect.poll(() => text, { timeout: 5000 }).toContain(wanted) };
  }

  const eventsOf = (text: string) => text.split('\n\n').filter((frame) => frame.startsWith('id: '));

  async function begin() {
    const own = read(await send(0, 'POST', `${studio}/flows/${flowId}/runs`, { question: 'Well?' }));
    gate.say('So ');
    await own.until('So ');
    const { id } = await owner.infrastructure.db.selectFrom('run').select('id').executeTakeFirstOrThrow();
    return { own, id };
  }

  it('is followed with the same events, from the beginning and from any of them, and to its end', async () => {
    const { own, id } = await begin();
    const whole = read(await send(1, 'GET', `${studio}/runs/${id}/events`));
    await whole.until('So ');
    gate.say('it ');
    await whole.until('it ');
    gate.say('is');
    gate.say(undefined);
    const [atOwner, elsewhere] = await Promise.all([own.done, whole.done]);
    expect(eventsOf(elsewhere)).toEqual(eventsOf(atOwner));
    expect(elsewhere).toContain('"type":"run-end"');
    const ids = eventsOf(atOwner).map((frame) => Number(/^id: (\d+)/.exec(frame)?.[1]));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    const replayed = await (await send(1, 'GET', `${studio}/runs/${id}/events`)).text();
    expect(replayed).toContain('So it is');
  });

  it('is stopped, and the answers of its chat are', async () => {
    const { own, id } = await begin();
    const stopped = await send(1, 'POST', `${studio}/runs/${id}/stop`);
    expect([stopped.status, await stopped.json()]).toEqual([200, { status: 'cancelled' }]);
    expect(await own.done).toContain('"status":"cancelled"');
  });

  it('cannot be followed or stopped by anybody else under the addresses of the processes', async () => {
    const { id } = await begin();
    const path = `/internal/runs/${id}/events?workspaceId=${user.caller.workspaceId}&after=0`;
    expect((await send(0, 'GET', path)).status).toBe(404);
    const request = { method: 'GET', path, body: '' } as const;
    const headers = other.infrastructure.internalAuth.sign(owner.infrastructure.processes.id, request);
    const proxied = { ...headers, 'x-forwarded-for': '10.0.0.1' };
    expect((await fetch(`${addresses[0]}${path}`, { headers: proxied })).status).toBe(404);
    const direct = await fetch(`${addresses[0]}${path}`, { headers });
    expect(direct.status).toBe(200);
    await direct.body?.cancel();
  });

  it('is a call that ends when it is deleted anywhere', async () => {
    const agentId = await makeAgent(user, { llm: { beginMode: 'user' } });
    const call = await registerCall(user, agentId);
    const page = new CallClient(addresses[0]!, call.socketPath, call.token);
    await page.until(() => page.notices.some(({ type }) => type === 'ready'));
    const row = await owner.infrastructure.db.selectFrom('call').select('id').executeTakeFirstOrThrow();
    const removed = await send(1, 'DELETE', deleteCall.path.replace(':id', row.id));
    expect(removed.status).toBe(204);
    expect(await page.closed).toBe(1000);
  });
});

import { healthLive } from '@tendril/contract/api/server-status';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

describe('the role of a process', () => {
  let server: TestApp | undefined;
  afterEach(() => server?.close());

  const enqueue = async ({ infrastructure, app }: TestApp) => {
    const rows = () => infrastructure.db.selectFrom('job').select(['kind', 'state']).execute();
    return { rows, get: (url: string) => app.fastify.inject({ url }) };
  };

  it('"work" serves its health and does jobs, and refuses everybody else in words', async () => {
    server = await createTestApp({ config: { roles: ['work'] } });
    const { get, rows } = await enqueue(server);
    expect((await get(healthLive.path)).statusCode).toBe(200);
    const refused = await get('/api/v1/ping');
    expect([refused.statusCode, refused.json().message]).toEqual([404, expect.stringContaining('ROLE')]);
    const waiting = (await rows()).map(({ kind, state }) => `${kind} ${state}`).toSorted();
    const recurring = [
      'age-purge',
      'call-lapse',
      'event-weeks',
      'old-alerts',
      'old-firings',
      'old-webhooks',
      'outside-stores',
      'usage-purge',
      'vector-tables',
    ];
    expect(waiting).toEqual(recurring.map((kind) => `${kind} waiting`));
  });

  it('"web" serves, and begins no job', async () => {
    server = await createTestApp({ config: { roles: ['web'] } });
    const { get, rows } = await enqueue(server);
    expect((await get('/api/v1/ping')).statusCode).toBe(200);
    expect(await rows()).toEqual([]);
  });
});

import { healthReady } from '@tendril/contract/api/server-status';
import { afterEach, describe, expect, it } from 'vitest';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

describe('a process that is full', () => {
  let server: TestApp | undefined;
  afterEach(() => server?.close());

  it('refuses questions with 503 and when to come again, and goes on with what it has', async () => {
    const { catalogue } = gatedCatalogue();
    server = await createTestApp({ catalogue, config: { fullDelayMs: 50 } });
    const { infrastructure } = server;
    const user = await server.signIn();
    const id = await makeFlow(user, await gatedFlow(user));
    for (let index = 0; index < 5; index += 1) infrastructure.load.sample(500);
    const url = `${studio}/internal-prediction/${id}`;
    const refused = await user.inject({ method: 'POST', url, payload: { question: 'open' } });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json().message).toBe('The server is busy. Try again in a few seconds.');
    expect((await server.inject({ url: healthReady.path })).statusCode).toBe(503);
    expect((await user.inject({ url: `${studio}/flows/${id}` })).statusCode).toBe(200);
  });
});

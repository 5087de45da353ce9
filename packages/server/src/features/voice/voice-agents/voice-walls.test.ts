import { Writable } from 'node:stream';
import { createCredential } from '@tendril/contract/api/credentials';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { deleteRetellAgentVersion } from '@tendril/contract/api/retell-agents';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { addressOf, furnishWorkspace, voiceEndpoints } from '../../../testing/furnished-workspace.ts';
import { signInElsewhere } from '../../../testing/other-workspace.ts';
import { sampleBodies } from '../../../testing/sample-bodies/sample-bodies.ts';
import type { FurnishedWorkspace } from '../../../testing/sample-bodies/sample-body.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { Sender } from './testing/agent-driver.ts';

const canaries = ['cal_live_sample', 'header_live_sample', 'carrier_live_sample', 'whsec_'];

describe.each(databases)('the walls around voice agents on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let outsider: Sender;
  let all: FurnishedWorkspace;
  let secret = '';
  const lines: string[] = [];

  beforeAll(async () => {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    app = await createTestApp({ database, log: pino({ level: 'trace' }, stream) });
    user = await app.signIn();
    all = await furnishWorkspace(app, user, await makeFlow(user, await talkingFlow(user)));
    const made = await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: {
        name: 'Carrier',
        credentialName: 'telnyxApi',
        plainDataObj: { apiKey: 'carrier_live_sample' },
      },
    });
    expect(made.statusCode, made.body).toBeLessThan(300);
    await user.inject({
      method: 'PUT',
      url: `/api/core/v1/assistant-phone-numbers/${all.numberId}`,
      payload: { connection: { credentialId: made.json().id } },
    });
    const renewed = await user.inject({
      method: 'POST',
      url: `/api/tendril-agentshub-management/v1/agentshub/agents/${all.agentId}/webhook/secret`,
    });
    secret = renewed.json().secret;
    outsider = await signInElsewhere(app, user);
  });
  afterAll(() => app.close());

  const ask = (who: Sender, endpoint: EndpointDefinition, query = '') => {
    const payload = sampleBodies.get(endpoint)?.(all);
    const needed = endpoint === deleteRetellAgentVersion ? '?version=0' : query;
    const url = `${addressOf(endpoint, all)}${needed}`;
    return who.inject({ method: endpoint.method, url, ...(payload && { payload }) });
  };
  /** What changes by itself: heartbeats, and how often somebody has asked. */
  const ofTheServer = new Set(['process', 'usage_window']);
  const state = async () => {
    const rows = [];
    // The queue of jobs has a schema of its own.
    for (const { schema, name } of await app.infrastructure.db.introspection.getTables())
      if (!ofTheServer.has(name))
        rows.push([
          name,
          await app.infrastructure.db
            .selectFrom((schema ? `${schema}.${name}` : name) as 'call')
            .selectAll()
            .execute(),
        ]);
    return JSON.stringify(rows);
  };
  /** Once what the making of it has caused is over. */
  const settledState = async () => {
    let known = await state();
    const isStill = async () => {
      const before = known;
      known = await state();
      return known === before;
    };
    await expect.poll(isStill, { interval: 300, timeout: 20_000 }).toBe(true);
    return known;
  };
  const ownIds = () => Object.values(all).filter((id) => id !== '');

  it('ATK-067: to another workspace nothing of this one is there, to read, to change or to use', async () => {
    const before = await settledState();
    const failures: string[] = [];
    for (const endpoint of voiceEndpoints(app)) {
      const isOfSomething = endpoint.path.includes(':');
      if (!isOfSomething && endpoint.method !== 'GET') continue;
      if (endpoint.auth === 'token') continue;
      const answer = await ask(outsider, endpoint);
      const report = `${endpoint.method} ${endpoint.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      const missing = endpoint.path.startsWith(retellPrefix) ? 422 : 404;
      if (isOfSomething && answer.statusCode !== missing) failures.push(report);
      if (ownIds().some((id) => answer.body.includes(id) && !endpoint.path.includes(':')))
        failures.push(`revealed: ${report}`);
    }
    expect(failures).toEqual([]);
    expect(await state()).toBe(before);
  });

  it('ATK-067: nothing that another workspace makes can name something of this one', async () => {
    const failures: string[] = [];
    for (const [endpoint] of sampleBodies) {
      if (endpoint.path.includes(':')) continue;
      const body = JSON.stringify(sampleBodies.get(endpoint)?.(all) ?? {});
      if (!ownIds().some((id) => body.includes(`"${id}"`))) continue;
      const answer = await ask(outsider, endpoint);
      const isImport = endpoint.path.endsWith('/agent-imports');
      if (isImport && ownIds().some((id) => JSON.stringify(answer.json().data).includes(id)))
        failures.push(answer.body);
      if (!isImport && (answer.statusCode < 400 || answer.statusCode >= 500))
        failures.push(`${endpoint.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    }
    expect(failures).toEqual([]);
  });

  it('ATK-167: no answer, no row and no line of the log holds a secret', async () => {
    const isSecret = (text: string) =>
      canaries.filter((canary) => text.replaceAll(/whsec_…[\w-]{4}/g, '').includes(canary));
    const failures: string[] = [];
    for (const endpoint of voiceEndpoints(app)) {
      if (endpoint.auth === 'token' || endpoint.method === 'DELETE') continue;
      // A new secret is shown once: that is what the route is for.
      if (endpoint.method === 'POST' && endpoint.path.endsWith('secret')) continue;
      for (const query of endpoint.path.endsWith('/export') ? ['', '?format=retell'] : ['']) {
        const answer = await ask(user, endpoint, query);
        const found = isSecret(answer.body);
        if (found.length > 0) failures.push(`${endpoint.method} ${endpoint.path}: ${found}`);
      }
    }
    expect(failures).toEqual([]);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(isSecret(await state())).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    expect(isSecret(lines.join(''))).toEqual([]);
  });
});

import { createCredential } from '@tendril/contract/api/credentials';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Simulation, SimulationResult } from '@tendril/contract/api/simulations';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp } from '../../../composition/stop.ts';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { type HeldModel, startHeldModel } from '../../../testing/held-model.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

describe.runIf(databases.includes('postgres'))(
  'the run of a test case whose process stops',
  {
    timeout: 60_000,
  },
  () => {
    const apps: TestApp[] = [];
    let model: HeldModel;
    afterEach(async () => {
      model.close();
      for (const app of apps.splice(0).toReversed()) await app.close();
    });

    it('starts over in another process immediately, however long calls may last', async () => {
      model = await startHeldModel();
      const first = await createTestApp({ database: 'postgres', config: { egressAllow: [model.host] } });
      const { databaseUrl, secretKey } = first.infrastructure.config;
      apps.push(first);
      const user = await first.signIn();
      const secret = await user.inject({
        method: 'POST',
        url: createCredential.path,
        payload: {
          name: 'Held',
          credentialName: 'openAIApi',
          plainDataObj: { openAIApiKey: 'sk-1', basePath: model.url },
        },
      });
      const agentId = await makeAgent(user, {
        llm: { credentialId: secret.json<{ id: string }>().id, model: 'gpt-4.1' },
      });
      const fields = {
        name: 'Greets',
        variables: {},
        toolMocks: [],
        maxTurns: 5,
        caller: { type: 'script', lines: ['Hello'] },
        checks: [{ type: 'says', text: 'Good day' }],
      };
      const made = await user.inject({
        method: 'POST',
        url: `${agentsPrefix}/${agentId}/simulations`,
        payload: fields,
      });
      const url = `${hubPrefix}/simulations/${made.json<{ data: Simulation }>().data.id}/runs`;
      await user.inject({ method: 'POST', url, payload: { times: 1 } });
      await expect.poll(model.waiting, { timeout: 20_000 }).toBe(1);
      const second = await createTestApp({ config: { databaseUrl, secretKey, egressAllow: [model.host] } });
      apps.push(second);

      await first.infrastructure.processes.drain();
      await closeApp(first.app, 0);
      await expect.poll(model.waiting, { timeout: 20_000 }).toBe(1);
      model.answer('Good day!');
      const results = async () => {
        const { cookies } = user;
        const answer = await second.inject({ method: 'GET', url, cookies });
        return answer.json<{ data: SimulationResult[] }>().data;
      };
      await expect
        .poll(async () => (await results()).map(({ status }) => status), { timeout: 20_000 })
        .toEqual(['pass']);
      const jobs = () =>
        second.infrastructure.db
          .selectFrom('job')
          .select(['state', 'deaths', 'attempts'])
          .where('kind', '=', 'simulation')
          .execute();
      await expect.poll(jobs).toEqual([{ state: 'done', deaths: 0, attempts: 0 }]);
    });
  },
);

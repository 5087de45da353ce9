import { randomBytes } from 'node:crypto';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { sealFirstForm } from '../../../testing/seal-first-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createLiveFlows } from './live-flows.ts';

const flows = `${studio}/flows`;
const canary = 'canary-7721';
const masterKey = randomBytes(32);

describe.each(databases)('sealed values of flows on %s', (database) => {
  let house: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    const config = { secretKey: masterKey.toString('base64') };
    house = await createTestApp({ database, config, catalogue: gatedCatalogue().catalogue });
    user = await house.signIn();
  });
  afterAll(() => house.close());

  it('of before are bound to their row by the next save, and none opens in another row', async () => {
    const { db } = house.infrastructure;
    const live = createLiveFlows(house.infrastructure);
    const [id, other] = [
      await makeFlow(user, await gatedFlow(user, { secret: canary })),
      await makeFlow(user, await gatedFlow(user, { secret: 'other' })),
    ];
    const rowOf = (flowId: string) =>
      db.selectFrom('flow_secret').selectAll().where('flowId', '=', flowId).executeTakeFirstOrThrow();
    const write = (flowId: string, encryptedData: string) =>
      db.updateTable('flow_secret').set({ encryptedData }).where('flowId', '=', flowId).execute();
    const openSecret = async () => {
      const flow = (await live.find(id))!;
      return (await live.open(flow, flow.draftVersionId)).flowData.nodes[0]?.data.inputs?.['secret'];
    };
    await write(id, sealFirstForm(masterKey, user.caller.workspaceId, canary));
    expect(await openSecret()).toBe(canary);
    const { flowData } = (await user.inject({ method: 'GET', url: `${flows}/${id}` })).json<FlowDetail>();
    const saved = await user.inject({
      method: 'PUT',
      url: `${flows}/${id}/draft`,
      payload: { flowData, isCheckpoint: true },
      headers: { 'if-match': '1' },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await rowOf(id)).encryptedData).toMatch(/^v2\./);
    expect(await openSecret()).toBe(canary);

    await write(id, (await rowOf(other)).encryptedData);
    await expect(openSecret()).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: expect.stringMatching(/^The field “secret” of the node .* cannot be read any more/),
    });
  });
});

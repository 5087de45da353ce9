import { randomBytes } from 'node:crypto';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
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
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    const config = { secretKey: masterKey.toString('base64') };
    app = await createTestApp({ database, config, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  it('of before are bound to their row by the next save, and none opens in another row', async () => {
    const { db } = app.infrastructure;
    const live = createLiveFlows(app.infrastructure);
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

  describe('a password that stays masked', () => {
    /** A node as another product's file brings it along: it says itself what is a password. */
    const foreign = (inputs: Record<string, unknown>, name = 'foreignDatabase'): FlowData => ({
      nodes: [
        {
          id: 'foreign_0',
          type: 'customNode',
          position: { x: 0, y: 0 },
          data: {
            id: 'foreign_0',
            name,
            label: 'Foreign',
            inputParams: [
              { name: 'secret', label: 'Secret', type: 'password' },
              { name: 'baseUrl', label: 'Address', type: 'string' },
            ],
            inputAnchors: [],
            outputAnchors: [],
            inputs,
          },
        } as unknown as FlowData['nodes'][number],
      ],
      edges: [],
    });
    const saver = async (first: FlowData) => {
      const id = await makeFlow(user, first);
      const live = createLiveFlows(app.infrastructure);
      const save = async (flowData: FlowData) => {
        const { draftRevision } = (
          await user.inject({ method: 'GET', url: `${flows}/${id}` })
        ).json<FlowDetail>();
        const answer = await user.inject({
          method: 'PUT',
          url: `${flows}/${id}/draft`,
          payload: { flowData, isCheckpoint: true },
          headers: { 'if-match': String(draftRevision) },
        });
        return [answer.statusCode, answer.json().message];
      };
      const openSecret = async () => {
        const flow = (await live.find(id))!;
        return (await live.open(flow, flow.draftVersionId)).flowData.nodes[0]?.data.inputs?.['secret'];
      };
      return { save, openSecret };
    };
    const again = [400, 'secret: has to be entered again for another address'];

    it.each([
      ['another server', { baseUrl: 'https://one.example/a' }, { baseUrl: 'https://other.example/a' }],
      ['another port', { baseUrl: 'https://one.example' }, { baseUrl: 'https://one.example:8443' }],
      ['another scheme', { baseUrl: 'postgres://one.example/a' }, { baseUrl: 'postgres://two.example/a' }],
      ['a bare name', { host: 'db.one.example' }, { host: 'db.two.example' }],
      ['an address inside JSON', { options: '{}' }, { options: '{"proxy":"http://two.example"}' }],
      ['an address inside an object', { options: {} }, { options: { proxy: 'http://two.example' } }],
      [
        'an address that a wire brings',
        { baseUrl: 'https://one.example' },
        { baseUrl: '{{tool_0.data.instance}}' },
      ],
      ['an address where there was none', {}, { endpoint: 'collector' }],
    ])(
      'of a node that nobody here knows is refused with %s, and the stored one stays',
      async (_what, before, after) => {
        const { save, openSecret } = await saver(foreign({ ...before, secret: canary }));
        expect(await openSecret()).toBe(canary);
        expect(await save(foreign({ ...after, secret: storedValueMask }))).toEqual(again);
        expect(await openSecret()).toBe(canary);
        expect((await save(foreign({ ...after, secret: 'typed' })))[0]).toBe(200);
        expect(await openSecret()).toBe('typed');
      },
    );

    it('is refused when the node becomes one of another kind, and stays with other words and paths', async () => {
      const baseUrl = 'https://one.example/a';
      const { save, openSecret } = await saver(foreign({ secret: canary, baseUrl, note: 'x' }));
      expect(await save(foreign({ secret: storedValueMask, baseUrl }, 'collector'))).toEqual(again);
      const changed = { secret: storedValueMask, baseUrl: 'https://one.example/b', note: 'y' };
      expect((await save(foreign(changed)))[0]).toBe(200);
      expect(await openSecret()).toBe(canary);
    });

    it('comes back by undoing an emptied field, but not for another address by way of it', async () => {
      const baseUrl = 'https://one.example/a';
      const { save, openSecret } = await saver(foreign({ secret: canary, baseUrl }));
      const empty = { secret: '', baseUrl: 'https://other.example' };
      expect((await save(foreign(empty)))[0]).toBe(200);
      expect((await save(foreign({ ...empty, secret: storedValueMask })))[0]).toBe(200);
      expect(await openSecret()).toBe('');
      expect((await save(foreign({ secret: storedValueMask, baseUrl })))[0]).toBe(200);
      expect(await openSecret()).toBe(canary);
    });

    it('of a node of ours is held to the same', async () => {
      const at = (greeting: string, secret: string) => gatedFlow(user, { secret, greeting });
      const { save, openSecret } = await saver(await at('https://one.example/a', canary));
      expect(await save(await at('https://other.example/a', storedValueMask))).toEqual(again);
      expect((await save(await at('https://one.example/b', storedValueMask)))[0]).toBe(200);
      expect(await openSecret()).toBe(canary);
    });
  });
});

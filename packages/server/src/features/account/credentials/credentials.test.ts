import { storedValueMask } from '@tendril/contract/api/credentials';
import { AppError } from '@tendril/contract/app-error';
import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredentials } from '../../../composition/create-credentials.ts';
import { openRuntime } from '../../../composition/runtime.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { type KeyVendor, startKeyVendor } from './testing/key-vendor.ts';

const url = `${studio}/credentials`;
const canary = 'sk-canary-7719-abcd';

describe.each(databases)('stored secrets on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let vendor: KeyVendor;

  beforeAll(async () => {
    vendor = await startKeyVendor(canary);
    app = await createTestApp({ database, config: { egressAllow: [new URL(vendor.url).host] } });
    user = await app.signIn();
  });
  afterAll(async () => {
    await app.close();
    await vendor.close();
  });

  const keyed = (openAIApiKey = canary) => ({ openAIApiKey, basePath: `${vendor.url}/v1` });
  const create = (payload: object) => user.inject({ method: 'POST', url, payload });
  const make = async (plainDataObj: object = { openAIApiKey: canary }) => {
    const answer = await create({ name: 'Mine', credentialName: 'openAIApi', plainDataObj });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const put = (id: string, payload: object) => user.inject({ method: 'PUT', url: `${url}/${id}`, payload });
  const test = (id: string) => user.inject({ method: 'POST', url: `${url}/${id}/test`, payload: {} });
  const open = (workspaceId: string, id: string) =>
    createCredentials(app.infrastructure, openRuntime(), () => {}).credentials.open({ workspaceId }, id);

  it('never leave the server, in no answer and in no row', async () => {
    const made = await make();
    const { id } = made.json();
    const list = await user.inject({
      method: 'GET',
      url: `${url}?credentialName=openAIApi&credentialName=x`,
    });
    const one = await user.inject({ method: 'GET', url: `${url}/${id}` });
    expect(list.json().map((row: { id: string }) => row.id)).toContain(id);
    expect(one.json()).toMatchObject({ hint: 'abcd', plainDataObj: { openAIApiKey: storedValueMask } });
    const rows = await app.infrastructure.db.selectFrom('credential').selectAll().execute();
    for (const text of [made.body, list.body, one.body, JSON.stringify(rows)])
      expect(text).not.toContain(canary);
    expect(await open(user.caller.workspaceId, id)).toEqual({ openAIApiKey: canary });
  });

  it('keep a value whose mask is sent back, and take a new one', async () => {
    const { id } = (await make()).json();
    const rename = (plainDataObj: object) => put(id, { name: 'Renamed', plainDataObj });
    expect((await rename({ openAIApiKey: storedValueMask })).json()).toMatchObject({
      name: 'Renamed',
      hint: 'abcd',
    });
    expect(await open(user.caller.workspaceId, id)).toEqual({ openAIApiKey: canary });
    expect((await rename({ openAIApiKey: 'sk-other-value-wxyz' })).json().hint).toBe('wxyz');
    expect(await open(user.caller.workspaceId, id)).toEqual({ openAIApiKey: 'sk-other-value-wxyz' });
  });

  it('belong to their workspace, and to signed-in people only', async () => {
    const { id } = (await make()).json();
    await expect(open('another', id)).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
    const key = await makeKey(app, user.caller.workspaceId);
    expect((await key.inject({ method: 'GET', url: `${url}/${id}` })).statusCode).toBe(403);
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(401);
    await app.infrastructure.db
      .updateTable('credential')
      .set({ workspaceId: 'w2' })
      .where('id', '=', id)
      .execute();
    for (const [method, path] of [
      ['GET', id],
      ['PUT', id],
      ['DELETE', id],
      ['GET', `${id}/uses`],
      ['POST', `${id}/test`],
    ] as const) {
      const answer = await user.inject({
        method,
        url: `${url}/${path}`,
        ...(method !== 'GET' && { payload: {} }),
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 404]);
    }
    const list = await user.inject({ method: 'GET', url });
    expect(list.body).not.toContain(id);
  });

  it('are refused by field: an unknown kind, a field that is missing, one that the kind does not have', async () => {
    const fault = async (payload: object) => (await create(payload)).json().details?.[0];
    const named = { name: 'x', credentialName: 'openAIApi' };
    expect(await fault({ ...named, credentialName: 'nothing', plainDataObj: {} })).toMatchObject({
      path: 'credentialName',
    });
    expect(await fault({ ...named, plainDataObj: { openAIApiKey: '  ' } })).toEqual({
      path: 'plainDataObj.openAIApiKey',
      message: 'OpenAI Api Key is required',
    });
    expect(await fault({ ...named, plainDataObj: { openAIApiKey: 'k', extra: 'k' } })).toMatchObject({
      path: 'plainDataObj.extra',
    });
    expect(await fault({ ...named, name: ' ', plainDataObj: {} })).toMatchObject({ path: 'name' });
    expect(await fault({ ...named, plainDataObj: {}, workspaceId: 'w' })).toMatchObject({
      path: 'workspaceId',
    });
    const { id } = (await make()).json();
    const emptied = await put(id, { plainDataObj: { openAIApiKey: '' } });
    expect([emptied.statusCode, emptied.json().details[0].path]).toEqual([400, 'plainDataObj.openAIApiKey']);
  });

  it('are gone once deleted', async () => {
    const { id } = (await make()).json();
    const answer = await user.inject({ method: 'DELETE', url: `${url}/${id}` });
    expect([answer.statusCode, answer.json()]).toEqual([200, { usedBy: [], affected: 1 }]);
    expect((await user.inject({ method: 'GET', url: `${url}/${id}` })).statusCode).toBe(404);
  });

  it('show the result of their test, with the time and a sentence, and never a value', async () => {
    const good = (await make(keyed())).json();
    expect(good.lastTest).toBeNull();
    const tested = (await test(good.id)).json();
    expect(tested.lastTest).toMatchObject({ isOk: true, message: '3 models' });
    expect(Date.now() - Date.parse(tested.lastTest.testedDate)).toBeLessThan(60_000);

    const bad = (await make(keyed('sk-wrong-canary-9911'))).json();
    const refused = await test(bad.id);
    expect(refused.json().lastTest).toMatchObject({
      isOk: false,
      message: 'The key was rejected. The provider returned status 401.',
    });
    expect(refused.body).not.toContain('canary');
    const rows = await app.infrastructure.db.selectFrom('credential').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('say why a vendor could not be asked: not reached, not allowed, not an address, elsewhere', async () => {
    const messageOf = async (basePath: string) => {
      const { id } = (await make({ openAIApiKey: canary, basePath })).json();
      return (await test(id)).json().lastTest.message;
    };
    expect(await messageOf('http://10.1.2.3/v1')).toBe('This URL cannot be reached from this server.');
    expect(await messageOf('ftp://example.com')).toMatch(/^The URL is not valid/);
    expect(await messageOf(`${vendor.url}/elsewhere`)).toMatch(/returned status 302/);
    expect(await messageOf(`${vendor.url}/page`)).toMatch(/could not be read/);
    expect(await messageOf(`${vendor.url}/busy`)).toBe(
      'The provider is not available right now (status 503).',
    );
    expect(vendor.strayRequests()).toBe(0);
  });

  it('are stored by "test and save" only when the test goes well, and the refusal names the field', async () => {
    const count = async () => (await user.inject({ method: 'GET', url })).json().length;
    const before = await count();
    const named = { name: 'Checked', credentialName: 'openAIApi', test: true };
    const refused = await create({ ...named, plainDataObj: keyed('sk-not-the-right-one') });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
      details: [{ path: 'plainDataObj.openAIApiKey' }],
    });
    expect(await count()).toBe(before);
    const stored = (await create({ ...named, plainDataObj: keyed() })).json();
    expect(stored.lastTest).toMatchObject({ isOk: true });

    const replaced = await put(stored.id, { plainDataObj: keyed('sk-not-the-right-one'), test: true });
    expect(replaced.statusCode).toBe(422);
    expect((await open(user.caller.workspaceId, stored.id))['openAIApiKey']).toBe(canary);
  });

  it('lose their last test with their values, and keep it with a new name', async () => {
    const { id } = (await make(keyed())).json();
    await test(id);
    expect((await put(id, { name: 'Other' })).json().lastTest).not.toBeNull();
    expect((await put(id, { plainDataObj: keyed('sk-another-key-4321') })).json().lastTest).toBeNull();
  });

  it('of a kind without a test say so', async () => {
    const payload = {
      name: 'L',
      credentialName: 'localAIApi',
      plainDataObj: { localAIApiKey: 'local-key-1' },
    };
    const { id } = (await create(payload)).json();
    expect((await test(id)).json().message).toBe('LocalAI API has no test.');
  });
});

it('a test that hangs ends with a sentence, and so does one that fails in a way nobody foresaw', async () => {
  const { testSecret } = await import('./test-secret.ts');
  const egress = { fetch: () => Promise.reject(new TypeError(`header ${canary} is not valid`)) };
  const hanging = await testSecret(
    (_fields, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    {},
    egress,
    20,
  );
  expect(hanging.message).toBe('The provider did not respond within 1 s.');
  const odd = await testSecret(
    (_fields, { fetch }) => fetch('https://example.com').then(() => ''),
    {},
    egress,
  );
  expect(odd).toMatchObject({ isOk: false, message: 'The provider could not be reached.' });
});

it('a kind of another catalogue is tested by its own declaration', async () => {
  const kind = defineCredential({
    hosts: [],
    name: 'houseKey',
    label: 'House key',
    inputs: { key: param.password({ label: 'Key' }) },
    test: async ({ key }) => {
      if (key !== 'open sesame') throw new AppError('PROVIDER_UNAUTHORIZED', 'The key was refused.');
      return 'opened';
    },
  });
  const { catalogue } = gatedCatalogue();
  const app = await createTestApp({
    catalogue: { ...catalogue, credentials: async () => [kind], credential: async () => kind },
  });
  const user = await app.signIn();
  const payload = { name: 'K', credentialName: 'houseKey', plainDataObj: { key: 'open sesame' }, test: true };
  expect((await user.inject({ method: 'POST', url, payload })).json().lastTest.message).toBe('opened');
  const kinds = (await user.inject({ method: 'GET', url: `${studio}/components-credentials` })).json();
  expect(kinds[0]).toMatchObject({ name: 'houseKey', isTestable: true, isOAuth2: false });
  await app.close();
});

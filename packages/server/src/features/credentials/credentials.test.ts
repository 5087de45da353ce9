import { storedValueMask } from '@tendril/contract/api/credentials';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { studio } from '../../testing/flow-fixtures.ts';
import { makeKey } from '../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createCredentialService } from './credentials.service.ts';

const url = `${studio}/credentials`;
const canary = 'sk-canary-7719-abcd';

describe.each(databases)('stored secrets on %s', (database) => {
  let house: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    house = await createTestApp({ database });
    user = await house.signIn();
  });
  afterAll(() => house.close());

  const make = async () => {
    const payload = { name: 'Mine', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: canary } };
    const answer = await user.inject({ method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const open = (workspaceId: string, id: string) =>
    createCredentialService({ ...house.ground, findKind: async () => undefined, onChange() {} }).open(
      { workspaceId },
      id,
    );

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
    const rows = await house.ground.db.selectFrom('credential').selectAll().execute();
    for (const text of [made.body, list.body, one.body, JSON.stringify(rows)])
      expect(text).not.toContain(canary);
    expect(await open(user.caller.workspaceId, id)).toEqual({ openAIApiKey: canary });
  });

  it('keep a value whose mask is sent back, and take a new one', async () => {
    const { id } = (await make()).json();
    const put = (plainDataObj: object) =>
      user.inject({ method: 'PUT', url: `${url}/${id}`, payload: { name: 'Renamed', plainDataObj } });
    expect((await put({ openAIApiKey: storedValueMask })).json()).toMatchObject({
      name: 'Renamed',
      hint: 'abcd',
    });
    expect(await open(user.caller.workspaceId, id)).toEqual({ openAIApiKey: canary });
    expect((await put({ openAIApiKey: 'sk-other-value-wxyz' })).json().hint).toBe('wxyz');
    expect(await open(user.caller.workspaceId, id)).toEqual({ openAIApiKey: 'sk-other-value-wxyz' });
  });

  it('belong to their workspace, and to signed-in people only', async () => {
    const { id } = (await make()).json();
    await expect(open('another', id)).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
    const key = await makeKey(house, user.caller.workspaceId);
    expect((await key.inject({ method: 'GET', url: `${url}/${id}` })).statusCode).toBe(403);
    expect((await house.inject({ method: 'GET', url })).statusCode).toBe(401);
  });

  it('are of a known kind', async () => {
    const payload = { name: 'x', credentialName: 'nothing', plainDataObj: {} };
    expect((await user.inject({ method: 'POST', url, payload })).json().details[0].path).toBe(
      'credentialName',
    );
  });

  it('are gone once deleted', async () => {
    const { id } = (await make()).json();
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204);
    expect((await user.inject({ method: 'GET', url: `${url}/${id}` })).statusCode).toBe(404);
  });
});

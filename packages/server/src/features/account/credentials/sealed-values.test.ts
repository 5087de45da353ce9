import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredentials } from '../../../composition/create-credentials.ts';
import { openRuntime } from '../../../composition/runtime.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { sealFirstForm } from '../../../testing/seal-first-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/credentials`;
const masterKey = randomBytes(32);

describe.each(databases)('values that were moved or damaged on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database, config: { secretKey: masterKey.toString('base64') } });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const make = async (name: string, openAIApiKey: string): Promise<string> => {
    const payload = { name, credentialName: 'openAIApi', plainDataObj: { openAIApiKey } };
    return (await user.inject({ method: 'POST', url, payload })).json().id;
  };
  const put = (id: string, payload: object) => user.inject({ method: 'PUT', url: `${url}/${id}`, payload });
  const sealed = async (id: string) =>
    (
      await app.infrastructure.db
        .selectFrom('credential')
        .select('encryptedData')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).encryptedData;
  const write = (id: string, encryptedData: string) =>
    app.infrastructure.db.updateTable('credential').set({ encryptedData }).where('id', '=', id).execute();
  const open = (id: string) =>
    createCredentials(app.infrastructure, openRuntime(), () => {}).credentials.open(user.caller, id);

  it('do not open in the place of another, and the refusal names what to enter again', async () => {
    const [one, other] = [await make('One', 'sk-one-11112222'), await make('Other', 'sk-other-33334444')];
    await write(one, await sealed(other));
    await expect(open(one)).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: expect.stringMatching(/^The secret “One” cannot be read any more.*again under Secrets\.$/),
    });
    expect(await open(other)).toEqual({ openAIApiKey: 'sk-other-33334444' });
  });

  it('are shown as empty, may be renamed, and work when they are entered again', async () => {
    const id = await make('Damaged', 'sk-damaged-55556666');
    await write(id, `${(await sealed(id)).slice(0, -6)}AAAAAA`);
    const form = await user.inject({ method: 'GET', url: `${url}/${id}` });
    expect([form.statusCode, form.json().plainDataObj]).toEqual([200, {}]);
    expect((await put(id, { name: 'Renamed' })).statusCode).toBe(200);
    await expect(open(id)).rejects.toThrow('The secret “Renamed” cannot be read');
    expect((await put(id, { plainDataObj: { openAIApiKey: 'sk-again-77778888' } })).statusCode).toBe(200);
    expect(await open(id)).toEqual({ openAIApiKey: 'sk-again-77778888' });
  });

  it('of before open as they are, and are bound to their row when it is next saved', async () => {
    const id = await make('Old', 'sk-new-11112222');
    const first = sealFirstForm(
      masterKey,
      user.caller.workspaceId,
      JSON.stringify({ openAIApiKey: 'sk-old' }),
    );
    await write(id, first);
    expect(await open(id)).toEqual({ openAIApiKey: 'sk-old' });
    expect(await sealed(id)).toBe(first);
    await put(id, { name: 'Older' });
    expect(await sealed(id)).toMatch(/^v2\./);
    expect(await open(id)).toEqual({ openAIApiKey: 'sk-old' });
  });
});

import { oauth2Path } from '@tendril/contract/api/oauth2-credentials';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCredentials } from '../../../composition/create-credentials.ts';
import { openRuntime } from '../../../composition/runtime.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { type OAuth2Vendor, startOAuth2Vendor, vendorApp } from './testing/oauth2-vendor.ts';

const url = `${studio}/credentials`;

describe.each(databases)('sign-ins at vendors on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let vendor: OAuth2Vendor;

  beforeAll(async () => {
    vendor = await startOAuth2Vendor();
    app = await createTestApp({ database, config: { egressAllow: [new URL(vendor.url).host] } });
    user = await app.signIn();
  });
  beforeEach(() => {
    vendor.expiresIn = 3600;
    vendor.breakDown(undefined);
  });
  afterAll(async () => {
    await app.close();
    await vendor.close();
  });

  const newCredentials = () => createCredentials(app.infrastructure, openRuntime(), () => {}).credentials;
  const make = async (changes: object = {}) => {
    const plainDataObj = { ...vendor.fields, ...changes };
    const payload = { name: 'Calendar', credentialName: 'oAuth2Api', plainDataObj };
    const answer = await user.inject({ method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: string }>().id;
  };
  const begin = async (id: string) => {
    const answer = await user.inject({ method: 'POST', url: `${oauth2Path}/authorize/${id}`, payload: {} });
    expect(answer.statusCode, answer.body).toBe(200);
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    return { address: answer.json<{ authorizationUrl: string }>().authorizationUrl, cookies };
  };
  /** The way back, as a browser goes it whose own access token has run out: with the sign-in's cookie alone. */
  const comeBack = (address: string, cookies: Record<string, string>) => {
    const { pathname, search } = new URL(address);
    return app.inject({ method: 'GET', url: pathname + search, cookies });
  };
  const connect = async (id: string) => {
    const { address, cookies } = await begin(id);
    const page = await comeBack(await vendor.decide(address, true), cookies);
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('“Calendar” is connected.')]);
    return page;
  };
  const read = async (id: string) => (await user.inject({ method: 'GET', url: `${url}/${id}` })).json();

  it('are begun with PKCE and a state, finished once, and give nodes a token and no secret', async () => {
    const id = await make();
    expect(await read(id)).toMatchObject({ connection: 'none' });
    await expect(newCredentials().open(user.caller, id)).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
    });
    const { address, cookies } = await begin(id);
    const { searchParams } = new URL(address);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('scope')).toBe('read write');
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    const back = await vendor.decide(address, true);
    const page = await comeBack(back, cookies);
    expect(page.body).toContain('“Calendar” is connected.');
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'nonce-/);
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(await read(id)).toMatchObject({ connection: 'connected' });
    const opened = await newCredentials().open(user.caller, id);
    expect(opened).toMatchObject({ accessToken: vendor.given.at(-1), tokenType: 'bearer' });
    expect(JSON.stringify(opened)).not.toContain(vendorApp.clientSecret);
    const replayed = await comeBack(back, cookies);
    expect([replayed.statusCode, replayed.body]).toEqual([
      400,
      expect.stringContaining('not known any more'),
    ]);
  });

  it('tie the browser by a name that only https can set, where the server is opened over it', async () => {
    const config = { publicUrl: 'https://tendril.example', egressAllow: [new URL(vendor.url).host] };
    const secured = await createTestApp({ database, config });
    try {
      const person = await secured.signIn();
      const payload = { name: 'Calendar', credentialName: 'oAuth2Api', plainDataObj: vendor.fields };
      const made = await person.inject({ method: 'POST', url, payload });
      const address = `${oauth2Path}/authorize/${made.json().id}`;
      const answer = await person.inject({ method: 'POST', url: address, payload: {} });
      const [cookie] = answer.cookies;
      expect(cookie).toMatchObject({
        name: '__Secure-tendril_sign_in',
        secure: true,
        httpOnly: true,
        path: oauth2Path,
      });
      const back = new URL(await vendor.decide(answer.json().authorizationUrl, true));
      const comeBackWith = async (cookies: Record<string, string>) =>
        (await secured.inject({ method: 'GET', url: back.pathname + back.search, cookies })).statusCode;
      expect(await comeBackWith({})).toBe(400);
      expect(await comeBackWith({ [cookie!.name]: cookie!.value })).toBe(200);
    } finally {
      await secured.close();
    }
  });

  it('ATK-064: are refused with a foreign state, without the cookie, with another one, in an ended session', async () => {
    const id = await make();
    const { address, cookies } = await begin(id);
    const back = await vendor.decide(address, true);
    const other = Object.fromEntries(Object.keys(cookies).map((name) => [name, 'x'.repeat(43)]));
    for (const answer of [
      await comeBack(back.replace(/state=[\w-]+/, `state=${'y'.repeat(43)}`), cookies),
      await comeBack(back, {}),
      await comeBack(back, other),
      await comeBack(back, user.cookies),
    ])
      expect(answer.statusCode).toBe(400);
    const { familyId } = user.caller;
    const revoke = (revokedAt: number | null) =>
      app.infrastructure.db
        .updateTable('session_family')
        .set({ revokedAt })
        .where('id', '=', familyId)
        .execute();
    await revoke(1);
    expect((await comeBack(back, cookies)).statusCode).toBe(400);
    await revoke(null);
    expect(await read(id)).toMatchObject({ connection: 'none' });
    expect((await comeBack(back, cookies)).statusCode).toBe(200);
  });

  it('ATK-064: lead nowhere but to web addresses, and the field at fault is named', async () => {
    for (const authorizationUrl of [
      'javascript:alert(1)',
      'http://example.com/authorize',
      'https://a:b@example.com/',
      'nothing',
    ]) {
      const id = await make({ authorizationUrl });
      const answer = await user.inject({ method: 'POST', url: `${oauth2Path}/authorize/${id}`, payload: {} });
      expect([authorizationUrl, answer.statusCode, answer.json().details[0].path]).toEqual([
        authorizationUrl,
        400,
        'plainDataObj.authorizationUrl',
      ]);
    }
    const inside = await make({ accessTokenUrl: 'https://127.0.0.1/token' });
    const { address, cookies } = await begin(inside);
    const page = await comeBack(await vendor.decide(address, true), cookies);
    expect([page.statusCode, page.body]).toEqual([400, expect.stringContaining('cannot be reached')]);
  });

  it('report the refusal of the vendor, and of the person', async () => {
    const id = await make();
    const denied = await begin(id);
    const page = await comeBack(await vendor.decide(denied.address, false), denied.cookies);
    expect([page.statusCode, page.body]).toEqual([400, expect.stringContaining('access_denied')]);
    const wrong = await make({ clientSecret: 'not the right one' });
    const second = await begin(wrong);
    const refused = await comeBack(await vendor.decide(second.address, true), second.cookies);
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('invalid_client')]);
    expect(refused.body).not.toContain('CANARY');
    expect(await read(wrong)).toMatchObject({ connection: 'none' });
  });

  it('work with the client in the body too', async () => {
    const id = await make({ clientAuth: 'post' });
    await connect(id);
    expect((await newCredentials().open(user.caller, id))['accessToken']).toBe(vendor.given.at(-1));
  });

  it('are renewed before use, once, however many ask and in however many processes', async () => {
    const id = await make();
    vendor.expiresIn = 5;
    await connect(id);
    vendor.expiresIn = 3600;
    const before = vendor.refreshes;
    const [one, other] = [newCredentials(), newCredentials()];
    const opened = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 ? one : other).open(user.caller, id)),
    );
    expect(vendor.refreshes - before).toBe(1);
    expect(new Set(opened.map(({ accessToken }) => accessToken))).toEqual(new Set([vendor.given.at(-1)]));
    await one.open(user.caller, id);
    expect(vendor.refreshes - before).toBe(1);
  });

  it('ATK-065: are renewed on demand by their own workspace only, and no answer holds a token', async () => {
    const id = await make();
    await connect(id);
    const refresh = `${oauth2Path}/refresh/${id}`;
    const answer = await user.inject({ method: 'POST', url: refresh, payload: {} });
    expect(answer.json()).toMatchObject({ success: true, credential: { connection: 'connected' } });
    expect(answer.body).not.toContain('CANARY');
    expect((await app.inject({ method: 'POST', url: refresh, payload: {} })).statusCode).toBe(401);
    const key = await makeKey(app, user.caller.workspaceId);
    expect((await key.inject({ method: 'POST', url: refresh, payload: {} })).statusCode).toBe(403);
    await app.infrastructure.db
      .updateTable('credential')
      .set({ workspaceId: 'w2' })
      .where('id', '=', id)
      .execute();
    for (const path of [refresh, `${oauth2Path}/authorize/${id}`])
      expect((await user.inject({ method: 'POST', url: path, payload: {} })).statusCode).toBe(404);
  });

  it('say "connect again" once the vendor has ended them, and work again after a new one', async () => {
    const id = await make();
    vendor.expiresIn = 5;
    await connect(id);
    vendor.revoke();
    await expect(newCredentials().open(user.caller, id)).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: expect.stringContaining('Reconnect it'),
    });
    expect(await read(id)).toMatchObject({ connection: 'again' });
    const asked = vendor.refreshes;
    await expect(newCredentials().open(user.caller, id)).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
    });
    expect(vendor.refreshes).toBe(asked);
    await user.inject({ method: 'POST', url: `${url}/${id}/test`, payload: {} });
    expect(await read(id)).toMatchObject({ lastTest: { isOk: false } });
    await connect(id);
    expect(await read(id)).toMatchObject({ connection: 'connected', lastTest: null });
  });

  it('keep a token that still lives while the vendor is away, and ask again afterwards', async () => {
    const id = await make();
    vendor.expiresIn = 30;
    await connect(id);
    vendor.breakDown(503);
    const token = vendor.given.at(-1);
    expect((await newCredentials().open(user.caller, id))['accessToken']).toBe(token);
    vendor.breakDown(undefined);
    expect((await newCredentials().open(user.caller, id))['accessToken']).not.toBe(token);
  });

  it('are tested by a renewal, and end when the fields are changed', async () => {
    const id = await make();
    const test = async () =>
      (await user.inject({ method: 'POST', url: `${url}/${id}/test`, payload: {} })).json().lastTest;
    expect(await test()).toMatchObject({
      isOk: false,
      message: expect.stringContaining('not connected yet'),
    });
    await connect(id);
    expect(await test()).toMatchObject({ isOk: true });
    const payload = { plainDataObj: { ...vendor.fields, scope: 'read' } };
    const changed = await user.inject({ method: 'PUT', url: `${url}/${id}`, payload });
    expect(changed.json()).toMatchObject({ connection: 'none', lastTest: null });
  });

  it('leave nothing readable in the database', async () => {
    await connect(await make());
    const tables = ['credential', 'sign_in_attempt', 'audit_entry'] as const;
    for (const table of tables) {
      const rows = await app.infrastructure.db.selectFrom(table).selectAll().execute();
      expect([table, JSON.stringify(rows).includes('CANARY')]).toEqual([table, false]);
    }
  });
});

it('Google is asked for a refresh token, under its own name', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const plainDataObj = { clientId: 'app.apps.googleusercontent.com', clientSecret: 'secret-of-the-app' };
  const payload = { name: 'G', credentialName: 'googleOAuth2', plainDataObj };
  const { id } = (await user.inject({ method: 'POST', url, payload })).json();
  const answer = await user.inject({ method: 'POST', url: `${oauth2Path}/authorize/${id}`, payload: {} });
  const address = new URL(answer.json().authorizationUrl);
  expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/userinfo.email',
  });
  await app.close();
});

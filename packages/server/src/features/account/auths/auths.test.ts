import {
  authStatus,
  login,
  logout,
  readPreferences,
  refreshToken,
  registerOwner,
  savePreferences,
} from '@tendril/contract/api/auths';
import { csrfHeader } from '@tendril/contract/api/session-cookies';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { graceMs } from '../../../platform/http/refresh-tokens.ts';
import { accessCookie, refreshCookie } from '../../../platform/http/session.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, owner, type TestApp } from '../../../testing/test-app.ts';
import { hashPassword } from './password.ts';

const credentials = { email: owner.email, password: owner.password };
const post = (url: string, payload: object = {}, extra: object = {}) => ({
  method: 'POST' as const,
  url,
  payload,
  ...extra,
});

describe.each(databases)('sessions on %s', (database) => {
  let test: TestApp;

  beforeEach(async () => {
    test = await createTestApp({ database });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await test.close();
  });

  const refresh = (token: string | undefined, payload?: object) =>
    test.inject({
      method: 'POST',
      url: refreshToken.path,
      cookies: { [refreshCookie]: token ?? '' },
      ...(payload && { payload }),
    });
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  it('SP-08: makes exactly one owner under 50 parallel registrations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        test.inject(post(registerOwner.path, { ...owner, email: `owner${at}@example.com` })),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, ...Array(49).fill(403)]);
    expect(await test.infrastructure.db.selectFrom('user').select('id').execute()).toHaveLength(1);
    expect(await test.infrastructure.db.selectFrom('workspace').select('id').execute()).toHaveLength(1);
    expect(answers.find((answer) => answer.statusCode === 403)?.json()).toMatchObject({
      code: 'OWNER_EXISTS',
    });
  });

  it('says whether an owner exists', async () => {
    const ways = { providers: [], isPasswordOff: false };
    expect((await test.inject({ url: authStatus.path })).json()).toEqual({ hasOwner: false, ...ways });
    await test.signIn();
    expect((await test.inject({ url: authStatus.path })).json()).toEqual({ hasOwner: true, ...ways });
  });

  it('refuses a registration with fields that are not asked for', async () => {
    const answer = await test.inject(post(registerOwner.path, { ...owner, role: 'admin', id: 'x' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details.map((detail: { path: string }) => detail.path)).toEqual(['role', 'id']);
  });

  it('AUTH-03, SP-08: signs in with name and email only, in HttpOnly cookies, with a new session each time', async () => {
    const first = await test.signIn();
    const answer = await test.inject(post(login.path, credentials, { cookies: first.cookies }));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ data: { name: owner.name, email: owner.email } });
    const byName = new Map(answer.cookies.map((cookie) => [cookie.name, cookie]));
    expect(byName.get(accessCookie)).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(byName.get(refreshCookie)).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(byName.get('csrf_token')?.httpOnly).toBeUndefined();
    expect(byName.get(refreshCookie)?.value).not.toBe(first.cookies[refreshCookie]);
  });

  it('ATK-050: signing in with session cookies set beforehand issues new ones, and the old ones open nothing', async () => {
    await test.signIn();
    const victim = await test.inject(post(login.path, credentials));
    const cookieOf = (name: string, answer = victim) =>
      answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
    const names = [accessCookie, refreshCookie, 'csrf_token'];
    for (const planted of [
      Object.fromEntries(names.map((name) => [name, 'fixed-by-the-attacker'])),
      Object.fromEntries(names.map((name) => [name, cookieOf(name)])),
    ]) {
      const entered = await test.inject(post(login.path, credentials, { cookies: planted }));
      expect(entered.statusCode).toBe(200);
      for (const name of names) expect([name, cookieOf(name, entered)]).not.toEqual([name, planted[name]]);
      expect(cookieOf(accessCookie, entered).length).toBeGreaterThan(40);
    }
    const planted = { [accessCookie]: 'fixed-by-the-attacker', [refreshCookie]: 'fixed-by-the-attacker' };
    await test.inject(post(login.path, credentials, { cookies: planted }));
    expect((await test.inject({ url: readPreferences.path, cookies: planted })).statusCode).toBe(401);
    expect((await refresh('fixed-by-the-attacker')).statusCode).toBe(401);
  });

  it('answers a wrong password and an unknown person alike', async () => {
    await test.signIn();
    const wrong = await test.inject(post(login.path, { ...credentials, password: 'not it at all' }));
    const unknown = await test.inject(
      post(login.path, { email: 'nobody@example.com', password: 'not it at all' }),
    );
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    const [{ requestId: _, ...wrongBody }, { requestId: __, ...unknownBody }] = [
      wrong.json(),
      unknown.json(),
    ];
    expect(wrongBody).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' });
    expect(unknownBody).toEqual(wrongBody);
  });

  it("takes no password that would be guessed, in words at its field, and a long one of one's own", async () => {
    const register = (password: string) => test.inject(post(registerOwner.path, { ...owner, password }));
    for (const password of ['password', '12345678', 'password1234', '123456789012', owner.email]) {
      const answer = await register(password);
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'password']);
    }
    expect((await register(owner.password)).statusCode).toBe(201);
  });

  it('goes on signing in who has a password of an earlier rule', async () => {
    await test.signIn();
    const passwordHash = await hashPassword('12345678');
    await test.infrastructure.db.updateTable('user').set({ passwordHash }).execute();
    const answer = await test.inject(post(login.path, { ...credentials, password: '12345678' }));
    expect(answer.statusCode).toBe(200);
  });

  it('logs every refused sign-in in the audit log, never what was typed', async () => {
    const user = await test.signIn();
    await test.inject(post(login.path, { ...credentials, password: 'CANARY wrong' }));
    await test.inject(post(login.path, { email: 'canary@example.com', password: 'CANARY wrong' }));
    const rows = await test.infrastructure.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'sign-in-failed')
      .orderBy('seq')
      .execute();
    expect(rows.map(({ workspaceId, target, actor }) => [workspaceId, target, actor])).toEqual([
      [user.caller.workspaceId, user.caller.userId, 'system'],
      [null, null, 'system'],
    ]);
    expect(rows.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('canary');
  });

  it('answers the tenth wrong password of a minute with 429 and Retry-After', async () => {
    await test.signIn();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = await test.inject(post(login.path, { ...credentials, password: `wrong ${attempt}` }));
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(9).fill(401), 429]);
  });

  it('counts wrong passwords in the database: a restart, or another process, changes nothing', async () => {
    await test.signIn();
    const { config } = test.infrastructure;
    const wrong = (app: TestApp) => app.inject(post(login.path, { ...credentials, password: 'wrong' }));
    for (let attempt = 0; attempt < 6; attempt += 1) await wrong(test);
    const { databaseUrl, secretKey, home } = config;
    const again = await createTestApp({ config: { databaseUrl, secretKey, home } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await wrong(again)).statusCode);
    await again.close();
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await wrong(test)).statusCode).toBe(429);
    const rows = await test.infrastructure.db.selectFrom('usage_window').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(owner.email);
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
  });

  it('answers the 101st registration of a minute from one address with 429, and other addresses not', async () => {
    const register = (remoteAddress: string) => test.inject(post(registerOwner.path, {}, { remoteAddress }));
    // All of one household's network count as one address.
    for (let attempt = 0; attempt < 100; attempt += 1)
      expect((await register(`2001:db8::${attempt}`)).statusCode).toBe(400);
    const refused = await register('2001:db8::ffff');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register('2001:db8:0:1::1')).statusCode).toBe(400);
  });

  it('ATK-049: counts wrong passwords for any account by address, and right ones not at all', async () => {
    await test.signIn();
    for (let attempt = 0; attempt < 12; attempt += 1) await test.signIn();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const body = { email: `nobody${attempt}@example.com`, password: 'wrong' };
      statuses.push((await test.inject(post(login.path, body))).statusCode);
    }
    expect(statuses).toEqual([...Array(9).fill(401), 429]);
  });

  it.each([
    { email: { $ne: null }, password: 'x' },
    { email: ['a@b.co'], password: 'x' },
    { email: 'a@b.co', password: 'a\0b' },
    [],
    'x',
    0,
    null,
  ])('refuses %j as credentials with 400', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await test.inject({
      method: 'POST',
      url: login.path,
      headers,
      payload: JSON.stringify(payload),
    });
    expect(answer.statusCode).toBe(400);
  });

  it('AUTH-05: rotates the refresh token on an empty body', async () => {
    const user = await test.signIn();
    const first = await refresh(user.cookies[refreshCookie]);
    const second = await refresh(first.cookies.find((cookie) => cookie.name === refreshCookie)?.value, {});
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.json()).toEqual({ data: { name: owner.name, email: owner.email } });
  });

  it('gives 20 parallel refreshes of one token the same successor', async () => {
    const user = await test.signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(user.cookies[refreshCookie])));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    const tokens = answers.map(
      (answer) => answer.cookies.find((cookie) => cookie.name === refreshCookie)?.value,
    );
    expect(new Set(tokens).size).toBe(1);
  });

  it('ends the family, and says so in the audit log, when a token is replayed after the grace', async () => {
    const user = await test.signIn();
    const rotated = await refresh(user.cookies[refreshCookie]);
    const successor = rotated.cookies.find((cookie) => cookie.name === refreshCookie)?.value;
    later(graceMs + 1000);
    const replay = await refresh(user.cookies[refreshCookie]);
    expect([replay.statusCode, replay.json().code]).toEqual([401, 'REFRESH_REUSED']);
    expect((await refresh(successor)).statusCode).toBe(401);
    expect((await user.inject({ url: readPreferences.path })).statusCode).toBe(401);
    const actions = await test.infrastructure.db
      .selectFrom('audit_entry')
      .select('action')
      .orderBy('seq')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['owner-registered', 'refresh-reused']);
    expect(await test.infrastructure.audit.findBreak()).toBeUndefined();
  });

  it('ends a session that was not used for too long', async () => {
    const user = await test.signIn();
    later(15 * 86_400_000);
    expect((await refresh(user.cookies[refreshCookie])).statusCode).toBe(401);
    await test.signIn();
    expect(await test.infrastructure.db.selectFrom('session_family').select('id').execute()).toHaveLength(1);
    expect(
      await test.infrastructure.db.selectFrom('refresh_token').select('familyId').execute(),
    ).toHaveLength(1);
  });

  it('refuses an access token after its 15 minutes, and one with a changed byte', async () => {
    const user = await test.signIn();
    const token = user.cookies[accessCookie] ?? '';
    const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(
      (await user.inject({ url: readPreferences.path, cookies: { [accessCookie]: changed } })).statusCode,
    ).toBe(401);
    later(16 * 60_000);
    expect((await user.inject({ url: readPreferences.path })).statusCode).toBe(401);
  });

  it('ends the session at sign-out at once and clears the cookies', async () => {
    const user = await test.signIn();
    const answer = await user.inject(post(logout.path));
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(answer.cookies.map((cookie) => cookie.maxAge)).toEqual([0, 0, 0]);
    expect((await user.inject({ url: readPreferences.path })).statusCode).toBe(401);
    expect((await refresh(user.cookies[refreshCookie])).statusCode).toBe(401);
  });

  it('AUTH-10: answers CSRF_ERROR to a write whose token is missing, wrong or of another session', async () => {
    const user = await test.signIn();
    const other = await test.signIn();
    const write = (token: string) =>
      user.inject({
        method: 'PUT',
        url: savePreferences.path,
        payload: { isDarkMode: true },
        headers: { [csrfHeader]: token },
      });
    for (const token of ['', 'x', other.cookies['csrf_token'] ?? '']) {
      const answer = await write(token);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'CSRF_ERROR']);
    }
    expect((await write(user.cookies['csrf_token'] ?? '')).statusCode).toBe(200);
    expect((await user.inject({ url: readPreferences.path })).json()).toEqual({ isDarkMode: true });
  });

  it('AUTH-11, AUTH-12: Basic credentials and the internal-origin header grant nothing', async () => {
    await test.signIn();
    const basic = `Basic ${Buffer.from(`${owner.email}:${owner.password}`).toString('base64')}`;
    const headers = {
      authorization: basic,
      'x-request-from': 'internal',
      'x-forwarded-for': '127.0.0.1',
      host: 'localhost',
    };
    expect((await test.inject({ url: readPreferences.path, headers })).statusCode).toBe(401);
  });

  it('AUTH-11: Basic credentials do not disturb a session', async () => {
    const user = await test.signIn();
    const headers = { authorization: 'Basic dXNlcjpwYXNzd29yZA==', 'x-request-from': 'internal' };
    expect((await user.inject({ url: readPreferences.path, headers })).statusCode).toBe(200);
  });

  it('AUTH-13: an allowed origin may call with cookies, no other is answered', async () => {
    await test.close();
    test = await createTestApp({ database, config: { allowedOrigins: ['https://studio.example'] } });
    const from = (origin: string) => test.inject({ ...post(registerOwner.path, owner), headers: { origin } });
    for (const origin of [
      'https://evil.example',
      'null',
      'https://studio.example.evil',
      'http://studio.example',
    ]) {
      const answer = await from(origin);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    const allowed = await from('https://studio.example');
    expect(allowed.statusCode).toBe(201);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://studio.example',
      'access-control-allow-credentials': 'true',
    });
  });

  it('refuses a refresh that another site has sent, and one by GET', async () => {
    const user = await test.signIn();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const cookies = { [refreshCookie]: user.cookies[refreshCookie] ?? '' };
    expect((await test.inject(post(refreshToken.path, {}, { headers, cookies }))).statusCode).toBe(403);
    expect((await test.inject({ url: refreshToken.path, cookies })).statusCode).toBe(405);
  });

  it('keeps neither password nor tokens in clear', async () => {
    const user = await test.signIn();
    const rows = [
      ...(await test.infrastructure.db.selectFrom('user').selectAll().execute()),
      ...(await test.infrastructure.db.selectFrom('refresh_token').selectAll().execute()),
    ];
    const stored = JSON.stringify(rows);
    expect(stored).toContain('argon2id');
    expect(stored).not.toContain(owner.password);
    expect(stored).not.toContain(user.cookies[refreshCookie]);
  });
});

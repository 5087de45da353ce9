import { login, logout, readPreferences, refreshToken } from '@tendril/contract/api/auths';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, owner, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { accessCookie, refreshCookie, secureAccessCookie } from './session.ts';

const secureRefresh = `__Secure-${refreshCookie}`;

describe('the cookies of a session', () => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ config: { trustProxy: ['10.0.0.1'] } });
    user = await app.signIn();
  });
  afterEach(() => app.close());

  const overHttps = {
    remoteAddress: '10.0.0.1',
    headers: {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'tendril.example',
      origin: 'https://tendril.example',
    },
  };
  const valuesOf = (answer: LightMyRequestResponse) =>
    Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  const attributesOf = (answer: LightMyRequestResponse, wanted: string) =>
    String(answer.headers['set-cookie'])
      .split(/,(?=\s*[\w-]+=)/)
      .find((line) => line.trim().startsWith(`${wanted}=`));
  const signIn = async () => {
    const { email, password } = owner;
    const answer = await app.inject({
      method: 'POST',
      url: login.path,
      payload: { email, password },
      ...overHttps,
    });
    expect(answer.statusCode).toBe(200);
    return answer;
  };
  const refresh = (cookies: Record<string, string>) =>
    app.inject({ method: 'POST', url: refreshToken.path, payload: {}, cookies, ...overHttps });
  const read = async (cookies: Record<string, string>, request: object = overHttps) =>
    (await app.inject({ url: readPreferences.path, cookies, ...request })).statusCode;

  it('have names over https that no other host and no plain http can set, as browsers ask it', async () => {
    const answer = await signIn();
    expect(answer.cookies.map(({ name }) => name).sort()).toEqual([
      secureAccessCookie,
      secureRefresh,
      csrfCookie,
    ]);
    const [access, refreshing] = [
      attributesOf(answer, secureAccessCookie),
      attributesOf(answer, secureRefresh),
    ];
    expect(access).toMatch(/; Path=\/;/);
    expect(refreshing).toMatch(/; Path=\/api\/core\/v1\/auths;/);
    for (const line of [access, refreshing]) {
      expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
      expect(line).not.toMatch(/domain/i);
    }
    const cookies = valuesOf(answer);
    expect(await read(cookies)).toBe(200);
    const renewed = await refresh(cookies);
    expect([renewed.statusCode, valuesOf(renewed)[secureRefresh]]).toEqual([200, expect.any(String)]);
  });

  it('of plain http over https are nobody: who can plant one there is not taken for the person', async () => {
    expect(await read(user.cookies, {})).toBe(200);
    expect(await read(user.cookies)).toBe(401);
    const own = valuesOf(await signIn());
    expect(await read({ ...user.cookies, [secureAccessCookie]: own[secureAccessCookie] ?? '' })).toBe(200);
  });

  it('of a browser that signed in under the old names are good once, and are replaced', async () => {
    const old = user.cookies[refreshCookie] ?? '';
    const answer = await refresh({ [refreshCookie]: old, [accessCookie]: user.cookies[accessCookie] ?? '' });
    expect(answer.statusCode).toBe(200);
    const cookies = valuesOf(answer);
    expect(cookies).toMatchObject({ [accessCookie]: '', [refreshCookie]: '' });
    expect(await read(cookies)).toBe(200);
    expect((await refresh({ [secureRefresh]: cookies[secureRefresh] ?? '' })).statusCode).toBe(200);
    // Beside a new one the old one is not looked at.
    const beside = await refresh({ [refreshCookie]: old, [secureRefresh]: cookies[secureRefresh] ?? '' });
    expect(beside.statusCode).toBe(200);
  });

  it('are all gone after signing out', async () => {
    const cookies = valuesOf(await signIn());
    const answer = await app.inject({
      method: 'POST',
      url: logout.path,
      cookies: { ...cookies, [refreshCookie]: 'old' },
      ...overHttps,
      headers: { ...overHttps.headers, [csrfHeader]: cookies[csrfCookie] ?? '' },
    });
    expect(answer.statusCode).toBe(200);
    expect(valuesOf(answer)).toEqual({
      [secureAccessCookie]: '',
      [secureRefresh]: '',
      [csrfCookie]: '',
      [refreshCookie]: '',
    });
    expect(await read(cookies)).toBe(401);
  });
});

import { readProfile } from '@tendril/contract/api/auths';
import {
  beginProviderSignIn,
  createSignInProvider,
  listSignInProviders,
  providerSignOut,
} from '@tendril/contract/api/sign-in-providers';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepCookie } from '../../../../platform/http/session.ts';
import { databases } from '../../../../testing/databases.ts';
import { type Deviation, type PlayedProvider, playProvider } from '../../../../testing/played-provider.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

const logout = 'http://schemas.openid.net/event/backchannel-logout';
const person = { sub: 'grace-1', email: 'grace@example.com', email_verified: true };

describe.each(databases)('signing out at a provider on %s', (database) => {
  let provider: PlayedProvider;
  let foreign: PlayedProvider;
  let test: TestApp;
  let ada: TestUser;
  let id: string;

  beforeAll(async () => {
    provider = await playProvider();
    foreign = await playProvider();
    test = await createTestApp({ database, config: { egressAllow: [provider.host, foreign.host] } });
    ada = await test.signIn();
    id = await add(provider);
  });
  afterAll(async () => {
    await test?.close();
    await Promise.all([provider.close(), foreign.close()]);
  });

  async function add(of: PlayedProvider): Promise<string> {
    const payload = {
      ...{ name: of.host, issuer: of.issuer, clientId: of.client.id, clientSecret: of.client.secret },
      ...{ allowedDomains: ['example.com'], groupsClaim: null, groupRoles: [] },
      newcomers: { workspaceId: ada.caller.workspaceId, roleId: 'viewer' },
    };
    const made = await ada.inject({ method: 'POST', url: createSignInProvider.path, payload });
    expect(made.statusCode, made.body).toBe(201);
    return made.json().id;
  }

  type Cookies = Record<string, string>;
  async function arrive(sid: string | undefined, sub = person.sub): Promise<Cookies> {
    const url = beginProviderSignIn.path.replace(':id', id);
    const begun = await test.inject({ method: 'POST', url, payload: {} });
    const step = begun.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
    const back = provider.approve(begun.json().url, { ...person, sub, ...(sid !== undefined && { sid }) });
    const answer = await test.inject({ url: back.pathname + back.search, cookies: { [stepCookie]: step } });
    return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  }
  const isIn = async (cookies: Cookies) =>
    (await test.inject({ url: readProfile.path, cookies })).statusCode === 200;
  const send = (token: string, to = id): Promise<LightMyRequestResponse> =>
    test.inject({
      method: 'POST',
      url: providerSignOut.path.replace(':id', to),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  it('ends the session that was opened by the one there, and its streams, not the person’s others', async () => {
    const [one, other] = [await arrive('s-1'), await arrive('s-2')];
    // Every process ends the streams of what it is told has ended.
    const told: string[] = [];
    test.infrastructure.bus.subscribe('end-session', ({ familyId }) => told.push(familyId));
    const answer = await send(provider.logoutToken({ sub: person.sub, sid: 's-1' }));
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([await isIn(one), await isIn(other), await isIn(ada.cookies)]).toEqual([false, true, true]);
    const { db } = test.infrastructure;
    const ended = await db
      .selectFrom('session_family')
      .select('id')
      .where('providerSid', '=', 's-1')
      .where('revokedAt', 'is not', null)
      .execute();
    await expect.poll(() => told).toEqual(ended.map((row) => row.id));
    expect(told).toHaveLength(1);
  });

  it('ends all sessions of a person whose token names no session', async () => {
    const [one, other] = [await arrive('s-1'), await arrive(undefined)];
    expect((await send(provider.logoutToken({ sub: person.sub }))).statusCode).toBe(200);
    expect([await isIn(one), await isIn(other), await isIn(ada.cookies)]).toEqual([false, false, true]);
    const events = await test.infrastructure.db
      .selectFrom('audit_entry')
      .select('target')
      .where('action', '=', 'provider-signed-out')
      .execute();
    // With the one, and then the other, of the test before.
    expect(new Set(events.map(({ target }) => target)).size).toBe(4);
  });

  it('ends a session by its name alone', async () => {
    const [one, other] = [await arrive('s-1'), await arrive('s-2')];
    expect((await send(provider.logoutToken({ sid: 's-1' }))).statusCode).toBe(200);
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
  });

  it('is taken once', async () => {
    const token = provider.logoutToken({ sub: person.sub });
    expect((await send(token)).statusCode).toBe(200);
    const again = await arrive('s-3');
    expect((await send(token)).statusCode).toBe(400);
    expect(await isIn(again)).toBe(true);
  });

  const past = Math.floor(Date.now() / 1000) - 3600;
  it.each<[string, { sub?: string; sid?: string }, Deviation]>([
    ['signed by somebody else', { sub: person.sub }, { isForged: true }],
    ['without a signature', { sub: person.sub }, { isUnsigned: true, header: { alg: 'none' } }],
    ['of another issuer', { sub: person.sub }, { claims: { iss: 'https://other.example' } }],
    ['for another client', { sub: person.sub }, { claims: { aud: 'another' } }],
    ['of long ago', { sub: person.sub }, { claims: { iat: past, exp: past + 300 } }],
    ['of no time', { sub: person.sub }, { claims: { iat: undefined } }],
    ['that has expired', { sub: person.sub }, { claims: { exp: past } }],
    ['without an id', { sub: person.sub }, { claims: { jti: undefined } }],
    ['with a nonce, as an ID token has it', { sub: person.sub }, { claims: { nonce: 'n' } }],
    ['about no event', { sub: person.sub }, { claims: { events: undefined } }],
    ['about another event', { sub: person.sub }, { claims: { events: { 'https://x.example/y': {} } } }],
    ['about an event that is no object', { sub: person.sub }, { claims: { events: { [logout]: true } } }],
    ['about nobody', {}, {}],
    ['of another type', { sub: person.sub }, { header: { typ: 'at+jwt' } }],
    ['signed with a shared secret', { sub: person.sub }, { header: { alg: 'HS256' } }],
  ])('refuses a token %s', async (_name, whom, deviation) => {
    const session = await arrive('s-1');
    const answer = await send(provider.logoutToken(whom, deviation));
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
    expect(await isIn(session)).toBe(true);
  });

  it('says nothing about people of another provider, even with a valid token', async () => {
    const session = await arrive('s-1');
    const second = await add(foreign);
    expect((await send(foreign.logoutToken({ sub: person.sub, sid: 's-1' }), second)).statusCode).toBe(200);
    expect((await send(foreign.logoutToken({ sid: 's-1' }), second)).statusCode).toBe(200);
    expect((await send(foreign.logoutToken({ sub: person.sub }))).statusCode).toBe(400);
    expect(await isIn(session)).toBe(true);
  });

  it('takes nothing but the form of the protocol, and its address is shown with the provider', async () => {
    const url = providerSignOut.path.replace(':id', id);
    const payload = { logout_token: provider.logoutToken({ sub: person.sub }) };
    expect((await test.inject({ method: 'POST', url, payload })).statusCode).toBe(415);
    expect((await send('', 'nobody')).statusCode).toBe(400);
    const listed = (await ada.inject({ url: listSignInProviders.path })).json();
    expect(listed.providers.find((one: { id: string }) => one.id === id).signOutUri).toMatch(
      new RegExp(`/auths/providers/${id}/backchannel-logout$`),
    );
  });
});

import { createApiKey } from '@tendril/contract/api/api-keys';
import { authStatus, login, logout, readProfile } from '@tendril/contract/api/auths';
import { createInvitation, listPeople } from '@tendril/contract/api/people';
import { publicPrefix } from '@tendril/contract/api/prefixes';
import {
  confirmSignIn,
  confirmTotp,
  proveIdentity,
  readOwnFactors,
  startTotp,
} from '@tendril/contract/api/second-factors';
import {
  beginProviderSignIn,
  createSignInProvider,
  deleteSignInProvider,
  finishProviderSignIn,
  linkProvider,
  listSignInProviders,
  proveByProvider,
  saveSignInPolicy,
  unlinkProvider,
  updateSignInProvider,
} from '@tendril/contract/api/sign-in-providers';
import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessCookie, stepCookie } from '../../../../platform/http/session.ts';
import { databases } from '../../../../testing/databases.ts';
import {
  type Deviation,
  type PlayedPerson,
  type PlayedProvider,
  playProvider,
} from '../../../../testing/played-provider.ts';
import { signInAs } from '../../../../testing/sign-in-as.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

const grace: PlayedPerson = {
  sub: 'grace-1',
  email: 'grace@example.com',
  email_verified: true,
  name: 'Grace',
};
const ofOwner: PlayedPerson = { sub: 'ada-1', email: owner.email, email_verified: true };

describe.each(databases)('signing in with a provider on %s', (database) => {
  let provider: PlayedProvider;
  let other: PlayedProvider;
  let test: TestApp;
  let ada: TestUser;

  beforeAll(async () => {
    provider = await playProvider();
    other = await playProvider();
  });
  afterAll(() => Promise.all([provider.close(), other.close()]));
  beforeEach(async () => {
    test = await createTestApp({ database, config: { egressAllow: [provider.host, other.host] } });
    ada = await test.signIn();
  });
  afterEach(() => test.close());

  const fields = (changes: object = {}, of: PlayedProvider = provider) => ({
    name: 'Acme',
    issuer: of.issuer,
    clientId: of.client.id,
    clientSecret: of.client.secret,
    allowedDomains: ['example.com'],
    newcomers: { workspaceId: ada.caller.workspaceId, roleId: 'viewer' },
    groupsClaim: null,
    groupRoles: [],
    ...changes,
  });
  const tryAdd = (changes: object = {}, of?: PlayedProvider) =>
    ada.inject({ method: 'POST', url: createSignInProvider.path, payload: fields(changes, of) });
  async function add(changes: object = {}, of?: PlayedProvider): Promise<string> {
    const made = await tryAdd(changes, of);
    expect([made.statusCode, made.body]).toEqual([201, expect.not.stringContaining('a secret')]);
    return made.json().id;
  }

  const stepOf = (answer: LightMyRequestResponse) =>
    answer.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
  async function begin(id: string, invite?: string) {
    const url = beginProviderSignIn.path.replace(':id', id);
    const answer = await test.inject({ method: 'POST', url, payload: { ...(invite && { invite }) } });
    expect(answer.statusCode).toBe(200);
    return { url: answer.json().url as string, step: stepOf(answer) };
  }
  const back = (returned: URL, step: string) =>
    test.inject({ url: returned.pathname + returned.search, cookies: { [stepCookie]: step } });
  async function arrive(id: string, person: PlayedPerson, deviation?: Deviation, invite?: string) {
    const { url, step } = await begin(id, invite);
    return back(provider.approve(url, person, deviation), step);
  }
  const outcomeOf = ({ statusCode, headers }: LightMyRequestResponse) => {
    expect(statusCode).toBe(303);
    return /^\/\?sign-in=(\w+)$/.exec(String(headers.location))?.[1];
  };
  const sessionOf = (answer: LightMyRequestResponse) =>
    Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  const whoIs = async (answer: LightMyRequestResponse) =>
    (await test.inject({ url: readProfile.path, cookies: sessionOf(answer) })).json().email;
  const refused = (answer: LightMyRequestResponse, outcome: string) => {
    expect(outcomeOf(answer)).toBe(outcome);
    expect(answer.cookies.map(({ name }) => name)).not.toContain(accessCookie);
  };
  const roleOf = async (email: string) =>
    ((await ada.inject({ url: listPeople.path })).json() as { email: string; roleId: string }[]).find(
      (person) => person.email === email,
    )?.roleId;

  describe('what is right', () => {
    it('lets a newcomer of an allowed domain join in the chosen role, and back in with the same account', async () => {
      const id = await add();
      const status = (await test.inject({ url: authStatus.path })).json();
      expect(status.providers).toEqual([{ id, name: 'Acme' }]);
      const first = await arrive(id, grace);
      expect([outcomeOf(first), await whoIs(first), await roleOf('grace@example.com')]).toEqual([
        'done',
        'grace@example.com',
        'viewer',
      ]);
      // Known by the account there, whatever the address becomes.
      const again = await arrive(id, { ...grace, email: 'hopper@example.com' });
      expect([outcomeOf(again), await whoIs(again)]).toEqual(['done', 'grace@example.com']);
      const sent = provider.redeemed.at(-1);
      expect(sent?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    });

    it('keeps what only the installation’s owner may change from others, and the secret from everybody', async () => {
      const id = await add();
      const guest = await signInAs(test, ada, 'owner');
      expect((await guest.inject({ url: listSignInProviders.path })).statusCode).toBe(403);
      const listed = await ada.inject({ url: listSignInProviders.path });
      expect(listed.json().providers[0]).toMatchObject({ id, hasSecret: true, isFromEnvironment: false });
      const { db } = test.infrastructure;
      const rows = JSON.stringify(await db.selectFrom('sign_in_provider').selectAll().execute());
      expect(rows + listed.body).not.toContain(provider.client.secret);
      const url = updateSignInProvider.path.replace(':id', id);
      const { clientSecret: _, ...kept } = fields({ name: 'Renamed' });
      expect((await ada.inject({ method: 'PUT', url, payload: kept })).json().name).toBe('Renamed');
      expect(outcomeOf(await arrive(id, grace))).toBe('done');
      // A stored secret goes to the issuer that it was entered for.
      const moved = await ada.inject({ method: 'PUT', url, payload: { ...kept, issuer: other.issuer } });
      expect([moved.statusCode, moved.json().details[0].path]).toEqual([400, 'clientSecret']);
    });

    it('refuses settings that would let anybody in, make owners, or lead nowhere', async () => {
      const refusedAt = async (changes: object) => (await tryAdd(changes)).json().details?.[0]?.path;
      const { workspaceId } = ada.caller;
      expect(await refusedAt({ allowedDomains: [] })).toBe('allowedDomains');
      expect(await refusedAt({ newcomers: { workspaceId, roleId: 'owner' } })).toBe('newcomers.roleId');
      expect(await refusedAt({ newcomers: { workspaceId: 'another', roleId: 'viewer' } })).toBe(
        'newcomers.workspaceId',
      );
      expect(await refusedAt({ groupsClaim: 'groups', groupRoles: [{ group: 'a', roleId: 'owner' }] })).toBe(
        'groupRoles.0.roleId',
      );
      expect(await refusedAt({ issuer: `${provider.issuer}/elsewhere` })).toBe('issuer');
    });

    it('gives the role of the first group that fits, and follows the groups at each sign-in', async () => {
      const id = await add({
        groupsClaim: 'groups',
        groupRoles: [
          { group: 'makers', roleId: 'builder' },
          { group: 'desk', roleId: 'operator' },
        ],
      });
      await arrive(id, { ...grace, groups: ['desk', 'makers'] });
      expect(await roleOf('grace@example.com')).toBe('builder');
      await arrive(id, { ...grace, groups: ['desk'] });
      expect(await roleOf('grace@example.com')).toBe('operator');
      await arrive(id, grace);
      expect(await roleOf('grace@example.com')).toBe('viewer');
    });

    it('follows an invitation, once, in its role', async () => {
      const id = await add({ newcomers: null, allowedDomains: [] });
      refused(await arrive(id, grace), 'unknown');
      const payload = { label: '', roleId: 'operator' };
      const { token } = (await ada.inject({ method: 'POST', url: createInvitation.path, payload })).json();
      const joined = await arrive(id, grace, {}, token);
      expect([outcomeOf(joined), await roleOf('grace@example.com')]).toEqual(['done', 'operator']);
      refused(await arrive(id, { ...grace, sub: 'x', email: 'x@example.com' }, {}, token), 'failed');
    });

    it('leads a sign-out to the provider that the session came from', async () => {
      const id = await add();
      const cookies = sessionOf(await arrive(id, grace));
      const answer = await test.inject({ method: 'POST', url: logout.path, cookies });
      expect(answer.json().providerUrl).toContain(`${provider.issuer}/end?post_logout_redirect_uri=`);
      const { providerUrl } = (await ada.inject({ method: 'POST', url: logout.path })).json();
      expect(providerUrl).toBeUndefined();
    });
  });

  describe('accounts that are here already', () => {
    it('connects one by an address that the provider answers for, and its password opens it no more', async () => {
      const id = await add();
      const before = ada;
      const answer = await arrive(id, ofOwner);
      expect([outcomeOf(answer), await whoIs(answer)]).toEqual(['done', owner.email]);
      // The account may not have been made by the owner of the address.
      expect((await before.inject({ url: readProfile.path })).statusCode).toBe(401);
      const { email, password } = owner;
      const old = await test.inject({ method: 'POST', url: login.path, payload: { email, password } });
      expect(old.statusCode).toBe(401);
    });

    const makeKey = async () => {
      const made = await ada.inject({
        method: 'POST',
        url: createApiKey.path,
        payload: { keyName: 'Shop' },
      });
      return made.json().apiKey as string;
    };
    const useKey = (key: string) =>
      test.inject({ url: `${publicPrefix}/chatflows`, headers: { authorization: `Bearer ${key}` } });

    it('ends the API keys of one that it connects by its address', async () => {
      const id = await add();
      const key = await makeKey();
      expect((await useKey(key)).statusCode).toBe(200);
      await arrive(id, ofOwner);
      const refusal = await useKey(key);
      expect([refusal.statusCode, refusal.json().message]).toEqual([
        401,
        expect.stringContaining('first signed in with a provider'),
      ]);
    });

    it('never connects one by an address that is not confirmed, nor by a provider that answers for no domain', async () => {
      const id = await add();
      const { email_verified: _, ...silent } = ofOwner;
      for (const said of [
        { ...ofOwner, email_verified: false },
        { ...ofOwner, email_verified: 'true' },
        silent,
      ])
        refused(await arrive(id, said), 'unverified');
      // A letter that becomes another's when it is made small.
      refused(await arrive(id, { ...ofOwner, email: 'owner@example.\u212Aom' }), 'unverified');
      refused(await arrive(id, { ...ofOwner, email: 'owner@elsewhere.com' }), 'domain');
      const open = await add({ allowedDomains: [], newcomers: null });
      refused(await arrive(open, ofOwner), 'present');
      expect((await ada.inject({ url: readProfile.path })).statusCode).toBe(200);
    });

    it('does not hand an account over to the next owner of its address', async () => {
      const id = await add();
      await arrive(id, grace);
      refused(await arrive(id, { ...grace, sub: 'grace-2' }), 'present');
    });

    it('connects one only after its second factor, which is asked for at each sign-in, too', async () => {
      const id = await add();
      const { secret } = (await ada.inject({ method: 'POST', url: startTotp.path })).json();
      const code = (step = 0) =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
      await ada.inject({ method: 'POST', url: confirmTotp.path, payload: { code: code() } });
      const answer = await arrive(id, ofOwner);
      refused(answer, 'code');
      const { db } = test.infrastructure;
      expect(await db.selectFrom('provider_identity').selectAll().execute()).toEqual([]);
      expect((await ada.inject({ url: readProfile.path })).statusCode).toBe(200);
      const done = await test.inject({
        method: 'POST',
        url: confirmSignIn.path,
        cookies: { [stepCookie]: stepOf(answer) },
        payload: { code: code(1) },
      });
      expect(done.statusCode).toBe(200);
      expect(await db.selectFrom('provider_identity').select('subject').execute()).toEqual([
        { subject: 'ada-1' },
      ]);
      refused(await arrive(id, ofOwner), 'code');
    });

    it('connects one from its own session, after a proof, and never one that belongs to somebody else', async () => {
      const id = await add({ allowedDomains: [], newcomers: null });
      const url = linkProvider.path.replace(':id', id);
      const link = () => ada.inject({ method: 'POST', url });
      await test.infrastructure.db.updateTable('session_family').set({ provedAt: 0 }).execute();
      expect((await link()).json().code).toBe('PROOF_REQUIRED');
      const payload = { password: owner.password };
      await ada.inject({ method: 'POST', url: proveIdentity.path, payload });
      const key = await makeKey();
      const begun = await link();
      // Without a confirmed address: both sides have been proved.
      const page = await back(provider.approve(begun.json().url, { sub: 'ada-9' }), stepOf(begun));
      expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('"outcome":"linked"')]);
      const identities = (await ada.inject({ url: readOwnFactors.path })).json().identities;
      expect(identities).toEqual([expect.objectContaining({ providerName: 'Acme' })]);
      expect(outcomeOf(await arrive(id, { sub: 'ada-9' }))).toBe('done');
      expect((await useKey(key)).statusCode).toBe(200);

      const guest = await signInAs(test, ada, 'viewer');
      const theirs = await guest.inject({ method: 'POST', url });
      const taken = await back(provider.approve(theirs.json().url, { sub: 'ada-9' }), stepOf(theirs));
      expect(taken.body).toContain('"outcome":"taken"');
      const away = await ada.inject({
        method: 'DELETE',
        url: unlinkProvider.path.replace(':id', identities[0].id),
      });
      expect(away.statusCode).toBe(204);
      refused(await arrive(id, { sub: 'ada-9' }), 'unverified');
    });

    it('takes a fresh sign-in at the provider as a proof of identity, and an old one not', async () => {
      const id = await add();
      const cookies = sessionOf(await arrive(id, grace));
      const user = {
        inject: (url: string, method: 'POST' | 'GET' = 'POST') =>
          test.inject({ method, url, cookies, headers: { 'x-csrf-token': cookies['csrf_token'] ?? '' } }),
      };
      await test.infrastructure.db.updateTable('session_family').set({ provedAt: 0 }).execute();
      const prove = async (person: PlayedPerson) => {
        const begun = await user.inject(proveByProvider.path.replace(':id', id));
        expect(begun.json().url).toContain('prompt=login&max_age=60');
        return (await back(provider.approve(begun.json().url, person), stepOf(begun))).body;
      };
      const now = () => Math.floor(Date.now() / 1000);
      expect(await prove({ ...grace, auth_time: now() - 3600 })).toContain('"outcome":"failed"');
      expect(await prove(grace)).toContain('"outcome":"failed"');
      expect(await prove({ ...grace, sub: 'somebody', auth_time: now() })).toContain('"outcome":"failed"');
      expect((await user.inject(startTotp.path)).json().code).toBe('PROOF_REQUIRED');
      expect(await prove({ ...grace, auth_time: now() })).toContain('"outcome":"proved"');
      expect((await user.inject(startTotp.path)).statusCode).toBe(200);
    });
  });

  describe('attacks', () => {
    const now = () => Math.floor(Date.now() / 1000);
    it.each<[string, () => Deviation]>([
      ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
      ['another audience', () => ({ claims: { aud: 'another-client' } })],
      [
        'several audiences, made out to another',
        () => ({ claims: { aud: ['tendril-client', 'x'], azp: 'x' } }),
      ],
      ['another nonce', () => ({ claims: { nonce: 'another' } })],
      ['no nonce', () => ({ claims: { nonce: undefined } })],
      ['an end in the past', () => ({ claims: { exp: now() - 3600, iat: now() - 7200 } })],
      ['a key that is not published', () => ({ isForged: true })],
      ['alg none', () => ({ header: { alg: 'none', kid: undefined }, isUnsigned: true })],
      ['no signature', () => ({ isUnsigned: true })],
      ['a symmetric signature', () => ({ header: { alg: 'HS256' } })],
    ])('refuses an ID token with %s', async (_name, deviate) => {
      const id = await add();
      refused(await arrive(id, grace, deviate()), 'failed');
      expect(await roleOf('grace@example.com')).toBeUndefined();
    });

    it('looks at an answer once, in the browser that asked, and with its own state only', async () => {
      const id = await add();
      const { url, step } = await begin(id);
      const returned = provider.approve(url, grace);
      refused(await test.inject({ url: returned.pathname + returned.search }), 'expired');
      const theirs = await begin(id);
      refused(await back(returned, theirs.step), 'expired');
      const bent = new URL(returned);
      bent.searchParams.set('state', 'guessed');
      refused(await back(bent, step), 'expired');
      expect(outcomeOf(await back(returned, step))).toBe('done');
      refused(await back(returned, step), 'expired');
    });

    it('redeems no code that was put into another’s answer', async () => {
      const id = await add();
      const [mine, theirs] = [await begin(id), await begin(id)];
      const stolen = provider.approve(theirs.url, grace).searchParams.get('code') ?? '';
      const returned = provider.approve(mine.url, { ...grace, sub: 'thief' });
      returned.searchParams.set('code', stolen);
      refused(await back(returned, mine.step), 'failed');
    });

    it('does not mix providers up: neither by the address nor by the issuer of an answer', async () => {
      const id = await add();
      const second = await add({ name: 'Second' }, other);
      const { url, step } = await begin(id);
      const returned = provider.approve(url, grace);
      const path = finishProviderSignIn.path.replace(':id', second);
      refused(await back(new URL(`${path}${returned.search}`, returned), step), 'expired');
      returned.searchParams.set('iss', other.issuer);
      refused(await back(returned, step), 'failed');
      const before = other.redeemed.length;
      expect(before).toBe(0);
    });

    it('leads nowhere but to its own start page, and shows nothing of what was sent', async () => {
      const id = await add();
      const { url, step } = await begin(id);
      const returned = provider.approve(url, grace);
      returned.searchParams.set('redirect_uri', 'https://evil.example');
      returned.searchParams.set('return_to', '//evil.example');
      const answer = await back(returned, step);
      expect(answer.headers.location).toBe('/?sign-in=done');
      const refusal = await begin(id);
      const state = new URL(refusal.url).searchParams.get('state') ?? '';
      const path = finishProviderSignIn.path.replace(':id', id);
      const error = new URL(`${path}?state=${state}&error=<script>&error_description=<b>`, returned);
      expect((await back(error, refusal.step)).headers.location).toBe('/?sign-in=refused');
    });

    it('a step of a visit to a provider opens nothing else, and one of a second factor no visit', async () => {
      const id = await add();
      const { step, url } = await begin(id);
      const asCode = await test.inject({
        method: 'POST',
        url: confirmSignIn.path,
        cookies: { [stepCookie]: step },
        payload: { code: '123456' },
      });
      expect(asCode.statusCode).toBe(401);
      const asSession = await test.inject({ url: readProfile.path, cookies: { [accessCookie]: step } });
      expect(asSession.statusCode).toBe(401);
      expect(outcomeOf(await back(provider.approve(url, grace), step))).toBe('done');
    });
  });

  describe('without passwords', () => {
    it('turns them off once the owner has another way in; providers stay, and the last one cannot go', async () => {
      const id = await add({ allowedDomains: [], newcomers: null });
      const save = (isPasswordOff: boolean) =>
        ada.inject({ method: 'PUT', url: saveSignInPolicy.path, payload: { isPasswordOff } });
      expect((await save(true)).statusCode).toBe(409);
      const begun = await ada.inject({ method: 'POST', url: linkProvider.path.replace(':id', id) });
      await back(provider.approve(begun.json().url, { sub: 'ada-9' }), stepOf(begun));
      expect((await save(true)).statusCode).toBe(200);
      const { email, password } = owner;
      const refusal = await test.inject({ method: 'POST', url: login.path, payload: { email, password } });
      expect(refusal.statusCode).toBe(403);
      const remove = { method: 'DELETE', url: deleteSignInProvider.path.replace(':id', id) } as const;
      expect((await ada.inject(remove)).statusCode).toBe(409);
      expect(outcomeOf(await arrive(id, { sub: 'ada-9' }))).toBe('done');
      expect((await save(false)).statusCode).toBe(200);
      expect((await ada.inject(remove)).statusCode).toBe(204);
    });
  });
});

import { login, readProfile } from '@tendril/contract/api/auths';
import {
  addPasskey,
  passkeySignIn,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyUse,
} from '@tendril/contract/api/passkeys';
import {
  confirmSignIn,
  proveIdentity,
  readOwnFactors,
  saveWorkspaceSecurity,
} from '@tendril/contract/api/second-factors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessCookie, stepCookie } from '../../../../platform/http/session.ts';
import { databases } from '../../../../testing/databases.ts';
import { playAuthenticator } from '../../../../testing/played-authenticator.ts';
import { signInAs } from '../../../../testing/sign-in-as.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

type Device = ReturnType<typeof playAuthenticator>;
type Use = Parameters<Device['sign']>[1];
const headers = { host: 'localhost' };

describe.each(databases)('passkeys on %s', (database) => {
  let test: TestApp;
  let ada: TestUser;
  let device: Device;

  beforeEach(async () => {
    test = await createTestApp({ database });
    ada = await test.signIn();
    device = playAuthenticator();
  });
  afterEach(() => test.close());

  const start = async (user: Pick<TestUser, 'inject'> = ada) =>
    (await user.inject({ method: 'POST', url: startPasskey.path, headers })).json();
  const add = (begun: { ceremony: string }, attestation: object, user: Pick<TestUser, 'inject'> = ada) =>
    user.inject({
      method: 'POST',
      url: addPasskey.path,
      headers,
      payload: { ceremony: begun.ceremony, name: 'Laptop', attestation },
    });
  async function enroll(user: Pick<TestUser, 'inject'> = ada, by = device) {
    const begun = await start(user);
    const added = await add(begun, by.make(begun.options), user);
    expect(added.statusCode).toBe(201);
    return added.json() as { passkey: { id: string }; recoveryCodes: string[] };
  }
  async function proof(use?: Use, by = device) {
    const begun = (
      await test.inject({ method: 'POST', url: startPasskeyUse.path, headers, payload: {} })
    ).json();
    return { ceremony: begun.ceremony, assertion: by.sign(begun.options, use) };
  }
  const signIn = (payload: object) =>
    test.inject({ method: 'POST', url: passkeySignIn.path, headers, payload });
  const outdateProofs = () =>
    test.infrastructure.db.updateTable('session_family').set({ provedAt: 0 }).execute();

  it('sign in without a password, and stand for both steps', async () => {
    const { recoveryCodes } = await enroll();
    expect(recoveryCodes).toHaveLength(10);
    const answer = await signIn(await proof());
    expect([answer.statusCode, answer.json().data.email]).toEqual([200, owner.email]);
    expect(answer.cookies.map(({ name }) => name)).toContain(accessCookie);
    const { passkeys } = (await ada.inject({ url: readOwnFactors.path })).json();
    expect(passkeys).toEqual([
      {
        id: expect.any(String),
        name: 'Laptop',
        createdAt: expect.any(Number),
        lastUsedAt: expect.any(Number),
      },
    ]);
  });

  it('ask the device to verify its person, and to keep the key for this name', async () => {
    const { options } = await start();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const refused = await ada.inject({
      method: 'POST',
      url: startPasskey.path,
      headers: { host: '127.0.0.1:3000' },
    });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('PUBLIC_URL'),
    ]);
  });

  it('are asked for after the password, where no other passkey and no other person’s counts', async () => {
    await enroll();
    const first = await test.inject({
      method: 'POST',
      url: login.path,
      payload: { email: owner.email, password: owner.password },
    });
    expect([first.json().code, first.json().details.map(({ path }: { path: string }) => path)]).toEqual([
      'SECOND_FACTOR_REQUIRED',
      ['passkey', 'recovery'],
    ]);
    const step = first.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
    const second = (passkey: object) =>
      test.inject({
        method: 'POST',
        url: confirmSignIn.path,
        headers,
        cookies: { [stepCookie]: step },
        payload: { passkey },
      });
    const guest = await signInAs(test, ada, 'viewer');
    const theirs = playAuthenticator();
    await enroll(guest, theirs);
    expect((await second(await proof({}, theirs))).statusCode).toBe(400);
    expect((await second(await proof())).statusCode).toBe(200);
    expect((await second(await proof())).statusCode).toBe(401);
  });

  it('count as the second factor that a workspace requires, and as a proof of identity', async () => {
    const secure = () =>
      ada.inject({
        method: 'PUT',
        url: saveWorkspaceSecurity.path,
        payload: { isSecondFactorRequired: true, isProofRequired: false },
      });
    expect((await secure()).statusCode).toBe(409);
    await enroll();
    expect((await secure()).statusCode).toBe(200);
    await outdateProofs();
    expect((await secure()).json().code).toBe('PROOF_REQUIRED');
    const prove = (passkey: object) =>
      ada.inject({ method: 'POST', url: proveIdentity.path, headers, payload: { passkey } });
    expect((await prove(await proof({ isVerified: false }))).statusCode).toBe(400);
    expect((await prove(await proof())).statusCode).toBe(204);
    expect((await secure()).statusCode).toBe(200);
  });

  it('are added and removed only after a proof, and belong to their person', async () => {
    const { passkey } = await enroll();
    const guest = await signInAs(test, ada, 'admin');
    const byId = (path: string) => path.replace(':id', passkey.id);
    const remove = { method: 'DELETE', url: byId(removePasskey.path) } as const;
    const rename = { method: 'PATCH', url: byId(renamePasskey.path), payload: { name: 'Phone' } } as const;
    expect((await guest.inject(remove)).statusCode).toBe(404);
    expect((await guest.inject(rename)).statusCode).toBe(404);
    expect((await ada.inject(rename)).statusCode).toBe(204);
    await outdateProofs();
    expect((await ada.inject(remove)).json().code).toBe('PROOF_REQUIRED');
    expect((await start()).code).toBe('PROOF_REQUIRED');
    await ada.inject({ method: 'POST', url: proveIdentity.path, payload: { password: owner.password } });
    expect((await ada.inject(remove)).statusCode).toBe(204);
    expect((await signIn(await proof())).statusCode).toBe(401);
  });

  it.each<[string, Use]>([
    ['of another site', { origin: 'http://localhost.evil.example' }],
    ['bound to another name', { rpId: 'evil.example' }],
    ['of a device that has not verified its person', { isVerified: false }],
    ['in the name of another account', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['to make a key', { type: 'webauthn.create' }],
  ])('refuse an answer %s', async (_name, use) => {
    await enroll();
    expect((await signIn(await proof(use))).statusCode).toBe(401);
  });

  it('refuse an answer that was given before, also one of two at once, and one to another question', async () => {
    await enroll();
    const used = await proof();
    const answers = await Promise.all([signIn(used), signIn(used)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
    const fresh = await proof();
    expect((await signIn({ ...fresh, assertion: used.assertion })).statusCode).toBe(401);
    const unknown = await proof({}, playAuthenticator());
    expect((await signIn(unknown)).statusCode).toBe(401);
  });

  it('refuse a device that has counted no further: there are two of it', async () => {
    await enroll();
    expect((await signIn(await proof({ counter: 5 }))).statusCode).toBe(200);
    expect((await signIn(await proof({ counter: 5 }))).statusCode).toBe(401);
    expect((await signIn(await proof({ counter: 4 }))).statusCode).toBe(401);
    const [one, two] = [await proof({ counter: 6 }), await proof({ counter: 6 })];
    const answers = await Promise.all([signIn(one), signIn(two)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
  });

  it('refuse a key for somebody else’s ceremony, of another site, or without verification', async () => {
    const guest = await signInAs(test, ada, 'viewer');
    const theirs = await start(guest);
    expect((await add(theirs, device.make(theirs.options))).statusCode).toBe(400);
    for (const use of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]) {
      const begun = await start();
      expect((await add(begun, device.make(begun.options, use))).statusCode).toBe(400);
    }
    const begun = await start();
    const made = device.make(begun.options);
    expect((await add(begun, made)).statusCode).toBe(201);
    expect((await add(begun, made)).statusCode).toBe(400);
  });

  it('stay where they were made: a stolen step opens no session by itself', async () => {
    await enroll();
    const first = await test.inject({
      method: 'POST',
      url: login.path,
      payload: { email: owner.email, password: owner.password },
    });
    const step = first.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
    for (const name of [accessCookie, 'tendril_refresh', stepCookie]) {
      const answer = await test.inject({ url: readProfile.path, cookies: { [name]: step } });
      expect(answer.statusCode).toBe(401);
    }
    const bearer = { authorization: `Bearer ${step}` };
    expect((await test.inject({ url: readProfile.path, headers: bearer })).statusCode).toBe(401);
    const refreshed = await test.inject({
      method: 'POST',
      url: login.path.replace('login', 'refresh-token'),
      cookies: { tendril_refresh: step },
    });
    expect(refreshed.statusCode).toBe(401);
  });
});

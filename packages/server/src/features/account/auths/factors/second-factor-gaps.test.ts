import { acceptInvitation, listSessions, readProfile } from '@tendril/contract/api/auths';
import { keepRecord } from '@tendril/contract/api/data-retention';
import { eraseData } from '@tendril/contract/api/erasures';
import { createInvitation, listPeople } from '@tendril/contract/api/people';
import {
  confirmSignIn,
  confirmTotp,
  saveWorkspaceSecurity,
  startTotp,
} from '@tendril/contract/api/second-factors';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessCookie, refreshCookie, stepCookie } from '../../../../platform/http/session.ts';
import { databases } from '../../../../testing/databases.ts';
import { signInElsewhere } from '../../../../testing/other-workspace.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

describe.each(databases)('what a first step gives on %s', (database) => {
  let test: TestApp;
  let ada: TestUser;

  beforeEach(async () => {
    test = await createTestApp({ database });
    ada = await test.signIn();
  });
  afterEach(() => test.close());

  const codeOf = (secret: string, ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
  async function enroll(user: Pick<TestUser, 'inject'>): Promise<string> {
    const { secret } = (await user.inject({ method: 'POST', url: startTotp.path })).json();
    await user.inject({ method: 'POST', url: confirmTotp.path, payload: { code: codeOf(secret) } });
    return secret;
  }
  const require = (user: Pick<TestUser, 'inject'>) =>
    user.inject({
      method: 'PUT',
      url: saveWorkspaceSecurity.path,
      payload: { isSecondFactorRequired: true, isProofRequired: false },
    });
  const invite = async (by: Pick<TestUser, 'inject'>): Promise<string> =>
    (await by.inject({ method: 'POST', url: createInvitation.path, payload: { roleId: 'viewer' } })).json()
      .token;
  const accept = (token: string, email: string, password: string) =>
    test.inject({
      method: 'POST',
      url: acceptInvitation.path,
      payload: { token, name: 'Somebody', email, password },
    });
  const confirm = (step: string, code: string) =>
    test.inject({
      method: 'POST',
      url: confirmSignIn.path,
      cookies: { [stepCookie]: step },
      payload: { code },
    });
  const emails = async () =>
    ((await ada.inject({ url: listPeople.path })).json() as { email: string }[]).map(({ email }) => email);

  it('an invitation is used, and its workspace joined, after the second step only', async () => {
    const elsewhere = await signInElsewhere(test, ada);
    const token = await invite(elsewhere);
    await test.infrastructure.db
      .deleteFrom('membership')
      .where('workspaceId', '!=', ada.caller.workspaceId)
      .execute();
    const secret = await enroll(ada);
    const first = await accept(token, owner.email, owner.password);
    expect(first.json().code).toBe('SECOND_FACTOR_REQUIRED');
    const workspaces = async () => (await ada.inject({ url: readProfile.path })).json().workspaces.length;
    const before = await workspaces();
    const step = first.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
    expect((await confirm(step, '000000')).statusCode).toBe(400);
    expect(await workspaces()).toBe(before);
    expect((await confirm(step, codeOf(secret, 1))).statusCode).toBe(200);
    expect(await workspaces()).toBe(before + 1);
    expect((await accept(token, 'late@example.com', 'a guest of the house')).statusCode).toBe(404);
  });

  it('a newcomer sees nothing of a workspace that requires a second factor before there is one', async () => {
    await enroll(ada);
    expect((await require(ada)).statusCode).toBe(200);
    const joined = await accept(await invite(ada), 'new@example.com', 'a guest of the house');
    expect(joined.statusCode).toBe(201);
    const cookies = Object.fromEntries(joined.cookies.map(({ name, value }) => [name, value]));
    const user = {
      inject: (options: Parameters<TestApp['inject']>[0]) =>
        test.inject({ ...options, cookies, headers: { 'x-csrf-token': cookies['csrf_token'] ?? '' } }),
    };
    for (const url of [listPeople.path, listSessions.path])
      expect((await user.inject({ url })).json().code).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    await enroll(user);
    expect((await user.inject({ url: listPeople.path })).statusCode).toBe(200);
    expect(await emails()).toContain('new@example.com');
  });

  it('its stolen cookie opens nothing but the second step', async () => {
    await enroll(ada);
    const elsewhere = await signInElsewhere(test, ada);
    const first = await accept(await invite(elsewhere), owner.email, owner.password);
    const step = first.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
    for (const name of [stepCookie, accessCookie, refreshCookie])
      for (const url of [readProfile.path, listPeople.path])
        expect((await test.inject({ url, cookies: { [name]: step } })).statusCode).toBe(401);
    const bearer = { authorization: `Bearer ${step}` };
    expect((await test.inject({ url: listPeople.path, headers: bearer })).statusCode).toBe(401);
    // From another site's page it is worth nothing, even with a right code.
    const foreign = await test.inject({
      method: 'POST',
      url: confirmSignIn.path,
      cookies: { [stepCookie]: step },
      headers: { origin: 'https://evil.example' },
      payload: { code: '123456' },
    });
    expect(foreign.json().code).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('codes are counted for all processes together', async () => {
    await enroll(ada);
    const { home, databaseUrl } = test.infrastructure.config;
    const elsewhere = await signInElsewhere(test, ada);
    const first = await accept(await invite(elsewhere), owner.email, owner.password);
    const step = first.cookies.find(({ name }) => name === stepCookie)?.value ?? '';
    const { secretKey } = test.infrastructure.config;
    const second = await createTestApp({ database, config: { home, databaseUrl, secretKey } });
    try {
      const tries = Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? test : second).inject({
          method: 'POST',
          url: confirmSignIn.path,
          cookies: { [stepCookie]: step },
          payload: { code: '000000' },
        }),
      );
      const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode).toSorted();
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429, 429]);
    } finally {
      await second.close();
    }
  });

  it('erasing always takes a proof, and a legal hold where the workspace asks for one', async () => {
    const payload = { isSecondFactorRequired: false, isProofRequired: true };
    await ada.inject({ method: 'PUT', url: saveWorkspaceSecurity.path, payload });
    await test.infrastructure.db.updateTable('session_family').set({ provedAt: 0 }).execute();
    for (const { method, path } of [eraseData, keepRecord]) {
      const answer = await ada.inject({ method, url: path, payload: {} });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    }
  });
});

import { createApiKey } from '@tendril/contract/api/api-keys';
import { login, readProfile } from '@tendril/contract/api/auths';
import { createCredential } from '@tendril/contract/api/credentials';
import {
  confirmSignIn,
  confirmTotp,
  proveIdentity,
  readOwnFactors,
  removeTotp,
  renewRecoveryCodes,
  saveWorkspaceSecurity,
  startTotp,
  type WorkspaceSecurity,
} from '@tendril/contract/api/second-factors';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { proofMs } from '../../../../platform/http/assurance.ts';
import { accessCookie, stepCookie } from '../../../../platform/http/session.ts';
import { databases } from '../../../../testing/databases.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../../testing/test-app.ts';

const credentials = { email: owner.email, password: owner.password };
const stepMs = 30_000;

describe.each(databases)('second factors on %s', (database) => {
  let test: TestApp;
  let ada: TestUser;

  beforeEach(async () => {
    test = await createTestApp({ database });
    ada = await test.signIn();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await test.close();
  });

  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  /** As if the last proof were older than it may be. */
  const outdateProofs = () =>
    test.infrastructure.db
      .updateTable('session_family')
      .set({ provedAt: Date.now() - proofMs })
      .execute();
  const codeOf = (secret: string, timestamp = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

  async function enroll(user: TestUser): Promise<{ secret: string; recoveryCodes: string[] }> {
    const started = await user.inject({ method: 'POST', url: startTotp.path });
    const { secret, uri } = started.json();
    expect(uri).toContain(`secret=${secret}`);
    const confirmed = await user.inject({
      method: 'POST',
      url: confirmTotp.path,
      payload: { code: codeOf(secret) },
    });
    expect(confirmed.statusCode).toBe(200);
    return { secret, recoveryCodes: confirmed.json().recoveryCodes };
  }

  /** Sends the password; returns the cookie of the step that follows. */
  async function firstStep(): Promise<string> {
    const answer = await test.inject({ method: 'POST', url: login.path, payload: credentials });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(answer.cookies.map(({ name }) => name)).toEqual([stepCookie]);
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    return answer.cookies[0]?.value ?? '';
  }

  const secondStep = (step: string, code: string) =>
    test.inject({
      method: 'POST',
      url: confirmSignIn.path,
      cookies: { [stepCookie]: step },
      payload: { code },
    });

  const secure = (settings: Partial<WorkspaceSecurity>) =>
    ada.inject({
      method: 'PUT',
      url: saveWorkspaceSecurity.path,
      payload: { isSecondFactorRequired: false, isProofRequired: false, ...settings },
    });

  it('asks for a code after the password, and takes each once, also when four sign-ins send it at once', async () => {
    const { secret } = await enroll(ada);
    expect((await secondStep(await firstStep(), codeOf(secret))).statusCode).toBe(400);

    later(2 * stepMs);
    const code = codeOf(secret);
    const steps = await Promise.all(Array.from({ length: 4 }, () => firstStep()));
    const answers = await Promise.all(steps.map((step) => secondStep(step, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
    const opened = answers.find(({ statusCode }) => statusCode === 200);
    expect(opened?.json()).toEqual({ data: { name: owner.name, email: owner.email } });
    expect(opened?.cookies.map(({ name }) => name)).toContain(accessCookie);
  });

  it('opens no session with a step of somebody else, a used, an unknown or an old one', async () => {
    const { secret, recoveryCodes } = await enroll(ada);
    const [first = '', second = ''] = recoveryCodes;
    const step = await firstStep();
    expect((await secondStep(step, first)).statusCode).toBe(200);
    expect((await secondStep(step, second)).statusCode).toBe(401);
    expect((await secondStep('made-up', second)).statusCode).toBe(401);
    const old = await firstStep();
    later(11 * 60_000);
    expect((await secondStep(old, codeOf(secret))).statusCode).toBe(401);
  });

  it('refuses the sixth code of five minutes exactly, whichever request or right code it is in', async () => {
    const { secret } = await enroll(ada);
    const step = await firstStep();
    const answers = await Promise.all(Array.from({ length: 20 }, () => secondStep(step, '000000')));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(400), count(429)]).toEqual([5, 15]);
    later(2 * stepMs);
    expect((await secondStep(step, codeOf(secret))).statusCode).toBe(429);
    later(4 * 60_000);
    expect((await secondStep(step, codeOf(secret))).statusCode).toBe(200);
  });

  it('takes each recovery code once, and stores none of them nor the key in readable form', async () => {
    const { secret, recoveryCodes } = await enroll(ada);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect((await secondStep(await firstStep(), code.toUpperCase())).statusCode).toBe(200);
    expect((await secondStep(await firstStep(), code)).statusCode).toBe(400);
    const factors = await ada.inject({ url: readOwnFactors.path });
    expect(factors.json()).toMatchObject({ recoveryCodesLeft: 9, isSetUpDemanded: false });

    const { db } = test.infrastructure;
    const stored = JSON.stringify([
      await db.selectFrom('recovery_code').selectAll().execute(),
      await db.selectFrom('totp_factor').selectAll().execute(),
    ]);
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))])
      expect(stored).not.toContain(plain);

    const renewed = await ada.inject({ method: 'POST', url: renewRecoveryCodes.path });
    expect((await secondStep(await firstStep(), recoveryCodes[1] ?? '')).statusCode).toBe(400);
    expect((await secondStep(await firstStep(), renewed.json().recoveryCodes[0])).statusCode).toBe(200);
  });

  it('does not ask for a key that no code has confirmed, and shows no key that counts', async () => {
    await ada.inject({ method: 'POST', url: startTotp.path });
    const answer = await test.inject({ method: 'POST', url: login.path, payload: credentials });
    expect(answer.statusCode).toBe(200);
    await enroll(ada);
    expect((await ada.inject({ method: 'POST', url: startTotp.path })).statusCode).toBe(409);
  });

  it('changes factors only after a proof of the last ten minutes', async () => {
    await enroll(ada);
    await outdateProofs();
    for (const request of [
      { method: 'DELETE', url: removeTotp.path },
      { method: 'POST', url: renewRecoveryCodes.path },
      { method: 'POST', url: startTotp.path },
    ] as const) {
      const answer = await ada.inject(request);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    }
    const prove = (payload: object) => ada.inject({ method: 'POST', url: proveIdentity.path, payload });
    expect((await prove({ password: 'not it at all' })).statusCode).toBe(400);
    expect((await prove({ password: owner.password })).statusCode).toBe(204);
    expect((await ada.inject({ method: 'DELETE', url: removeTotp.path })).statusCode).toBe(204);
    expect((await test.inject({ method: 'POST', url: login.path, payload: credentials })).statusCode).toBe(
      200,
    );
  });

  it('asks for a proof before secrets and keys where the workspace wants it, and nowhere else', async () => {
    await outdateProofs();
    const makeKey = () => ada.inject({ method: 'POST', url: createApiKey.path, payload: { keyName: 'ci' } });
    const makeSecret = () =>
      ada.inject({
        method: 'POST',
        url: createCredential.path,
        payload: { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } },
      });
    expect((await makeKey()).statusCode).toBe(201);
    expect((await secure({ isProofRequired: true })).json().code).toBe('PROOF_REQUIRED');
    await ada.inject({ method: 'POST', url: proveIdentity.path, payload: { password: owner.password } });
    expect((await secure({ isProofRequired: true })).statusCode).toBe(200);
    expect((await makeSecret()).statusCode).toBe(200);
    await outdateProofs();
    for (const answer of [await makeKey(), await makeSecret()])
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    expect((await ada.inject({ url: readProfile.path })).statusCode).toBe(200);
  });

  it('lets nobody without the second factor that the workspace requires do anything before setting it up', async () => {
    expect((await secure({ isSecondFactorRequired: true })).statusCode).toBe(409);
    const { secret } = await enroll(ada);
    expect((await secure({ isSecondFactorRequired: true })).statusCode).toBe(200);
    expect((await ada.inject({ method: 'DELETE', url: removeTotp.path })).statusCode).toBe(204);

    const keys = () => ada.inject({ method: 'GET', url: createApiKey.path });
    expect((await keys()).json().code).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    expect((await ada.inject({ url: readProfile.path })).statusCode).toBe(200);
    expect((await ada.inject({ url: readOwnFactors.path })).json().isSetUpDemanded).toBe(true);
    const again = await enroll(ada);
    expect(again.secret).not.toBe(secret);
    expect((await keys()).statusCode).toBe(200);
  });
});

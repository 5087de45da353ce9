import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { qianfanKey } from './qianfan-key.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const contextOf = (credential: Record<string, string>) =>
  testContext({ credential, services: { fetch: vendor.fetch } });
const keys = { qianfanAccessKey: 'ALTAK-1', qianfanSecretKey: 'CANARY-secret-key' };

it('exchanges access key and secret key for one of an hour, by the signature of the cloud', async () => {
  vendor.play(() => ({ body: { token: 'bce-v3/one', expireTime: 'later' } }));
  expect(await qianfanKey(contextOf(keys), 'Baidu')).toBe('bce-v3/one');
  const [asked] = vendor.asked;
  expect(asked?.request).toBe('GET https://iam.bj.baidubce.com/v1/BCE-BEARER/token?expireInSeconds=3600');
  const [, prefix = '', given] =
    /^(bce-auth-v1\/ALTAK-1\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\/1800)\/host\/([\da-f]{64})$/.exec(
      asked?.headers.authorization ?? '',
    ) ?? [];
  const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
  const request = 'GET\n/v1/BCE-BEARER/token\nexpireInSeconds=3600\nhost:iam.bj.baidubce.com';
  expect(given).toBe(hmac(hmac('CANARY-secret-key', prefix), request));
});

it('takes an API key as it is, and says what is missing or refused', async () => {
  vendor.play(() => ({ status: 401, body: { message: 'wrong CANARY-secret-key' } }));
  expect(await qianfanKey(contextOf({ qianfanAccessKey: ' bce-v3/own ' }), 'Baidu')).toBe('bce-v3/own');
  await expect(qianfanKey(contextOf({}), 'Baidu')).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
  await expect(qianfanKey(contextOf(keys), 'Baidu')).rejects.toMatchObject({
    code: 'PROVIDER_UNAUTHORIZED',
    message: expect.not.stringContaining('CANARY'),
  });
});

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isGenuine } from './verify-webhook.ts';

const secret = 'whsec_of_this_flow';
const now = Date.parse('2026-05-01T12:00:00Z');
const body = Buffer.from('{"event": "paid",  "amount": 12}');
const sign = (...parts: (Buffer | string)[]) => {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
const hmac = { signatureType: 'hmac-sha256' } as const;
const accepts = (signature: string | undefined, signed = body, at = now) =>
  isGenuine(hmac, secret, { signed, signature }, at);

describe('a signature', () => {
  it('is accepted in the three forms that senders use', () => {
    expect(accepts(sign(body))).toBe(true);
    expect(accepts(`sha256=${sign(body)}`)).toBe(true);
    expect(accepts(`v=${now},d=${sign(body, String(now))}`)).toBe(true);
    expect(accepts(`t=${now / 1000},v1=${sign(`${now / 1000}.`, body)}`)).toBe(true);
  });

  it('with a time holds for five minutes, before and after', () => {
    const signature = `v=${now},d=${sign(body, String(now))}`;
    expect(accepts(signature, body, now + 299_000)).toBe(true);
    expect(accepts(signature, body, now + 301_000)).toBe(false);
    expect(accepts(signature, body, now - 301_000)).toBe(false);
    const stripe = `t=${now / 1000},v1=${sign(`${now / 1000}.`, body)}`;
    expect(accepts(stripe, body, now + 301_000)).toBe(false);
    expect(accepts(`v=${now + 1},d=${sign(body, String(now))}`)).toBe(false);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['was made with another key', createHmac('sha256', 'other').update(body).digest('hex')],
    ['belongs to another body', sign('{}')],
    ['has one byte changed', sign(body).replace(/^./, (first) => (first === '0' ? '1' : '0'))],
    ['is in capitals', sign(body).toUpperCase()],
    ['is cut short', sign(body).slice(0, 63)],
    ['has something behind it', `${sign(body)} `],
    ['came twice', `${sign(body)}, ${sign(body)}`],
    ['is of another kind', `sha1=${sign(body)}`],
    ['covers the body as it would be written again', sign(JSON.stringify(JSON.parse(body.toString())))],
  ])('is refused when it %s', (_why, signature) => {
    expect(accepts(signature)).toBe(false);
  });

  it('is refused while the flow has no secret', () => {
    const signature = createHmac('sha256', '').update(body).digest('hex');
    expect(isGenuine(hmac, '', { signed: body, signature }, now)).toBe(false);
    expect(isGenuine({ signatureType: 'plain-token' }, '', { signed: body, signature: '' }, now)).toBe(false);
  });

  it('that is a plain token is the secret itself, also as a Bearer', () => {
    const token = (signature: string) =>
      isGenuine({ signatureType: 'plain-token' }, secret, { signed: body, signature }, now);
    expect([token(secret), token(`Bearer ${secret}`), token(`${secret}x`), token(secret.slice(1))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(token(sign(body))).toBe(false);
  });
});

import { createHmac } from 'node:crypto';

/** The header of Flowise's callbacks: HMAC-SHA256 over the raw body. */
export function signCallback(rawBody: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}

/** The header of Retell's webhooks: `v=<ms>,d=<hex of HMAC-SHA256 over the raw body and the ms>`. */
export function signWebhook(rawBody: string, secret: string, at: number): string {
  const digest = createHmac('sha256', secret).update(`${rawBody}${at}`).digest('hex');
  return `v=${at},d=${digest}`;
}

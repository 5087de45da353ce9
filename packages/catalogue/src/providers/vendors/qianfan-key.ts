import { createHmac } from 'node:crypto';
import type { RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { findKey, readKey } from '../../model/read-key.ts';
import { jsonApi } from '../../tools/json-api.ts';

const host = 'iam.bj.baidubce.com';
const path = '/v1/BCE-BEARER/token';
const signedSeconds = 1800;
const validSeconds = 3600;
const answer = z.object({ token: z.string() });

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** The signature of Baidu's cloud, of the host alone. */
function signature(accessKey: string, secretKey: string, query: string): string {
  const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const prefix = `bce-auth-v1/${accessKey}/${at}/${signedSeconds}`;
  const request = ['GET', path, query, `host:${host}`].join('\n');
  return `${prefix}/host/${hmac(hmac(secretKey, prefix), request)}`;
}

/**
 * The key for Baidu's models: access key and secret key are exchanged for one that holds for an hour, an API key without
 * a secret key is one. Throws CREDENTIAL_MISSING and the errors of `askService`.
 */
export async function qianfanKey(context: RunContext, owner: string): Promise<string> {
  const accessKey = await readKey(context, 'qianfanAccessKey', owner);
  const secretKey = await findKey(context, 'qianfanSecretKey');
  if (!secretKey) return accessKey;
  const authorization = signature(accessKey, secretKey, `expireInSeconds=${validSeconds}`);
  const ask = jsonApi({
    service: 'Baidu Qianfan',
    base: `https://${host}`,
    headers: { authorization },
    secrets: [accessKey, secretKey],
  });
  const { token } = await ask(path, { query: { expireInSeconds: validSeconds }, shape: answer }, context);
  return token;
}

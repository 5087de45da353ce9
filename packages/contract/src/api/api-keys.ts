import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'API keys';
const path = `${studioPrefix}/apikey`;

/** A key as it is listed: the secret itself is stored as a hash only. */
export const apiKey = z.object({
  id,
  keyName: z.string(),
  /** First and last characters, for telling keys apart: "tk_3f…9a2c". */
  hint: z.string(),
  lastUsedAt: timestamp.nullable(),
  createdAt: timestamp,
  /** Flows that only this key may run. */
  chatFlows: z.array(z.object({ id, flowName: z.string() })),
});
export type ApiKey = z.output<typeof apiKey>;

const keyBody = z.strictObject({ keyName: z.string().trim().min(1, 'must not be empty').max(100) });

export const listApiKeys = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  tag,
  summary: 'API keys, without their secrets.',
  response: z.array(apiKey),
});

export const createApiKey = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  tag,
  summary: 'Makes a key; the only answer that holds its secret.',
  body: keyBody,
  response: apiKey.extend({ apiKey: z.string() }),
  status: 201,
});

export const updateApiKey = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'Renames a key.',
  params: idParams,
  body: keyBody,
  response: apiKey,
});
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'Revokes a key.',
  params: idParams,
});

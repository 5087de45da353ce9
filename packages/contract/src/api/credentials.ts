import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Secrets';
const path = `${studioPrefix}/credentials`;

/** A stored secret; its values never leave the server. */
export const credential = z.object({
  id,
  name: z.string(),
  credentialName: z.string(),
  /** The last 4 characters of the first secret field, kept at saving. */
  hint: z.string(),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type Credential = z.output<typeof credential>;

/** What stands in an edit form for a stored password; sent back unchanged it keeps the stored value. */
export const storedValueMask = '••••••••';

const values = z.record(z.string().max(128), z.union([z.string().max(20_000), z.number(), z.boolean()]));
const name = z.string().trim().min(1, 'must not be empty').max(200);

export const listCredentials = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  tag,
  summary: 'Stored secrets, without their values.',
  query: z.object({ credentialName: z.union([z.string(), z.array(z.string())]).optional() }),
  response: z.array(credential),
});

export const readCredential = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'A stored secret; passwords are masked.',
  params: idParams,
  response: credential.extend({
    plainDataObj: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
});

export const createCredential = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  tag,
  summary: 'Stores a secret.',
  body: z.strictObject({ name, credentialName: z.string().max(128), plainDataObj: values }),
  response: credential,
});

export const updateCredential = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'Changes a secret; masked values stay.',
  params: idParams,
  body: z.strictObject({ name: name.optional(), plainDataObj: values.optional() }),
  response: credential,
});

export const deleteCredential = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'Deletes a secret.',
  params: idParams,
});

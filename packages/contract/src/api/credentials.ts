import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Secrets';
const path = `${studioPrefix}/credentials`;

/** Something of the workspace that stops working without the credential. */
const credentialUse = z.object({
  kind: z.enum(['flow', 'pipeline', 'store', 'assistant', 'vendorAssistant', 'phoneNumber', 'voiceAgent']),
  id,
  name: z.string(),
});
export type CredentialUse = z.output<typeof credentialUse>;

/** The result of the last test: a remark if it succeeded ("38 models"), the reason if it failed. */
const credentialTestResult = z.object({
  testedDate: z.string(),
  isOk: z.boolean(),
  message: z.string(),
});
/** A stored credential; its values never leave the server. */
export const credential = z.object({
  id,
  name: z.string(),
  credentialName: z.string(),
  /** The last 4 characters of the first secret field, stored when it is saved. */
  hint: z.string(),
  lastTest: credentialTestResult.nullable(),
  /** For kinds with a sign-in: not signed in yet, signed in, or to be signed in again. Null for the others. */
  connection: z.enum(['none', 'connected', 'again']).nullable(),
  /** Origins beside its vendor's and those of its own fields that a person has allowed for it. */
  hosts: z.array(z.string()),
  /** Recently refused origins. */
  askedHosts: z.array(z.string()),
  usedBy: z.array(credentialUse),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type Credential = z.output<typeof credential>;

/** What stands in an edit form for a stored password; sent back unchanged it keeps the stored value. */
export const storedValueMask = '••••••••';

const values = z.record(z.string().max(128), z.union([z.string().max(20_000), z.number(), z.boolean()]));
const name = z.string().trim().min(1, 'must not be empty').max(200);
/** A server that a credential may be sent to: scheme, host and port. */
const origin = z
  .url({ protocol: /^(https?|wss?)$/, error: 'must be an address like https://models.example.com' })
  .max(300)
  .transform((text) => new URL(text.replace(/^ws/, 'http')).origin)
  .meta({ examples: ['https://models.example.com'] });
const hosts = z.array(origin).max(20);

/** With `true` the credential is saved only if its test succeeds. */
const test = z.boolean().default(false);

export const listCredentials = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'credentials:read',
  tag,
  summary: 'Stored secrets, without their values; for keys their names alone.',
  query: z.object({ credentialName: z.union([z.string(), z.array(z.string())]).optional() }),
  response: z.array(credential),
});

export const readCredential = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'credentials:read',
  proof: 'ifRequired',
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
  auth: 'sessionOrKey',
  permits: 'credentials:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Stores a secret.',
  body: z.strictObject({
    name,
    credentialName: z
      .string()
      .max(128)
      .meta({ examples: ['openAIApi'] }),
    plainDataObj: values.meta({ examples: [{ openAIApiKey: 'the-key-of-the-account' }] }),
    hosts: hosts.default([]),
    test,
  }),
  response: credential,
});

export const updateCredential = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'credentials:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Changes a secret, or replaces its values; masked values stay.',
  params: idParams,
  body: z.strictObject({
    name: name.optional(),
    plainDataObj: values.optional(),
    hosts: hosts.optional(),
    test,
  }),
  response: credential,
});

export const allowCredentialHost = endpoint({
  method: 'POST',
  path: `${path}/:id/hosts`,
  auth: 'session',
  permits: 'credentials:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Lets a secret be sent to one more server.',
  params: idParams,
  body: z.strictObject({ origin }),
  response: credential,
});

export const testCredential = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  auth: 'session',
  permits: 'credentials:edit',
  tag,
  summary: 'Tests a stored secret at its vendor, and keeps how it went.',
  params: idParams,
  response: credential,
});

export const readCredentialUses = endpoint({
  method: 'GET',
  path: `${path}/:id/uses`,
  auth: 'session',
  permits: 'credentials:read',
  tag,
  summary: 'What stops working without a secret.',
  params: idParams,
  response: z.array(credentialUse),
});

export const deleteCredential = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'credentials:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Deletes a secret, and names what it leaves without one.',
  params: idParams,
  response: z.object({ usedBy: z.array(credentialUse), affected: z.number() }),
});

import * as z from 'zod';
import { keyPermissions, permissions } from '../permission.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'API keys';
const path = `${studioPrefix}/apikey`;

/**
 * What a key may do. `full`: everything that keys may. `flows`: use and read the chosen flows, nothing else. `read`:
 * read everything, run and change nothing. `credentials`: store secrets, list their names and delete them, nothing
 * else; no other key may do that. `custom`: what its `permissions` say. None may more than the role of its maker.
 */
const keyScope = z.enum(['full', 'flows', 'read', 'credentials', 'custom']);
export type KeyScope = z.output<typeof keyScope>;

const flowName = z.object({ id, flowName: z.string() });

/** A key as lists show it: of the secret itself only a hash is stored. */
export const apiKey = z.object({
  id,
  keyName: z.string(),
  /** First and last characters, to distinguish keys: "tdl_3f…9a2c". */
  hint: z.string(),
  /** The same in the field that Flowise's clients read. */
  apiKey: z.string(),
  scope: keyScope,
  /** The chosen flows that still exist. */
  scopeFlows: z.array(flowName),
  /** What a key of the scope `custom` may do; empty for others. */
  permissions: z.array(z.enum(permissions)),
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
  /** The person who created it; null for one who has been removed. */
  createdByName: z.string().nullable(),
  /** When it ended because its creator was removed, or first signed in with a provider. */
  endedAt: timestamp.nullable(),
  /** Flows that only this key may run. */
  chatFlows: z.array(
    flowName.extend({ type: z.string(), category: z.string().nullable(), updatedDate: z.string() }),
  ),
});
export type ApiKey = z.output<typeof apiKey>;

/** What a key can be made of: what some route for keys asks for. Secrets have a scope of their own. */
const keyPermissionList = z.array(z.enum(keyPermissions)).max(keyPermissions.length);

const keyName = z.string().trim().min(1, 'must not be empty').max(100);

export const listApiKeys = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'keys:read',
  tag,
  summary: 'API keys, without their secrets.',
  response: z.array(apiKey),
});

export const createApiKey = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'keys:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Makes a key; the only answer that holds its secret.',
  body: z.strictObject({
    keyName,
    scope: keyScope.default('full'),
    /** The chosen flows, when that is the scope. */
    flowIds: z.array(id).max(500).default([]),
    /** What it may do, when the scope is `custom`. */
    permissions: keyPermissionList.default([]),
    /** Null: never. */
    expiresAt: timestamp.nullable().default(null),
  }),
  /** Here `apiKey` is the key itself. */
  response: apiKey,
  status: 201,
});

export const updateApiKey = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'keys:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Renames a key.',
  params: idParams,
  body: z.strictObject({ keyName }),
  response: apiKey,
});

export const changeApiKey = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'keys:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Changes what a key may do, or when it ends; the key itself stays.',
  params: idParams,
  body: z.strictObject({
    scope: keyScope,
    flowIds: z.array(id).max(500).default([]),
    permissions: keyPermissionList.default([]),
    expiresAt: timestamp.nullable().optional(),
  }),
  response: apiKey,
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'keys:edit',
  tag,
  summary: 'Revokes a key.',
  params: idParams,
});

/** What to do with a key whose name is taken; `replaceAll` first revokes every stored key. */
const keyImportMode = z.enum(['overwriteIfExist', 'ignoreIfExist', 'errorIfExist', 'replaceAll']);
export type KeyImportMode = z.output<typeof keyImportMode>;

export const importApiKeys = endpoint({
  method: 'POST',
  path: `${path}/import`,
  auth: 'session',
  permits: 'keys:edit',
  proof: 'ifRequired',
  tag,
  summary: "Takes over the keys of Flowise's key file, as hashes; programs go on with the keys they have.",
  body: z.strictObject({
    /** The file: base64, with or without the head of a data address. */
    jsonFile: z
      .string()
      .min(1, 'must not be empty')
      .max(900_000)
      .meta({
        examples: [
          'W3sia2V5TmFtZSI6IldlYnNpdGUiLCJhcGlLZXkiOiJhLWtleS1vZi1hdC1sZWFzdC0yMC1jaGFyYWN0ZXJzIn1d',
        ],
      }),
    importMode: keyImportMode,
  }),
  response: z.array(apiKey),
});

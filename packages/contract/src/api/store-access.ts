import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store/:storeId/access`;
const auth = 'session';
const params = z.strictObject({ storeId: id });
/** Who may say what others do in the workspace also says what they read. */
const permits = ['knowledge:edit', 'people:edit'] as const;

/** Whom a list names: everybody, the workspace, one person, or a group of the people's sign-in. */
const accessToken = z.union([
  z.enum(['public', 'workspace']),
  z
    .string()
    .max(260)
    .regex(/^user:[^\s@]+@[^\s@]+$/, 'must be user: and an email address')
    .transform((token) => token.toLowerCase()),
  z
    .string()
    .max(260)
    .regex(/^group:\S/, 'must be group: and its name'),
]);

/** Nobody but owners of the workspace when empty; null: as what stands above it says. */
const accessList = z
  .array(accessToken)
  .max(200)
  .transform((tokens) => [...new Set(tokens)].sort())
  .nullable();

const audience = z.enum(['open', 'restricted']);

const storedList = z.array(z.string()).nullable();

const loaderAccess = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  list: storedList,
  /** How many of its files there are, and how many have a list of their own. */
  files: z.number().int(),
  listed: z.number().int(),
});
export type LoaderAccess = z.output<typeof loaderAccess>;

const storeAccess = z.object({
  audience,
  loaders: z.array(loaderAccess),
  /** Whom lists may name: people of the workspace, with all that they are named by, and their groups. */
  people: z.array(z.object({ name: z.string(), tokens: z.array(z.string()) })),
  groups: z.array(z.string()),
});
export type StoreAccess = z.output<typeof storeAccess>;

export const readStoreAccess = endpoint({
  method: 'GET',
  path,
  auth,
  permits,
  params,
  tag,
  summary: 'Says who may read a knowledge base, and each of its loaders.',
  response: storeAccess,
});

export const changeStoreAccess = endpoint({
  method: 'PUT',
  path,
  auth,
  permits,
  params,
  tag,
  summary: 'Changes who may read a knowledge base, its loaders and their files.',
  body: z.strictObject({
    audience: audience.optional(),
    /** In force together: of a loader, or of some of its files. */
    lists: z
      .array(
        z.strictObject({ loaderId: id, fileIds: z.array(id).min(1).max(500).optional(), list: accessList }),
      )
      .max(200)
      .optional(),
  }),
  response: storeAccess,
});

export const listFileAccess = endpoint({
  method: 'GET',
  path: `${path}/files`,
  auth,
  permits,
  params,
  tag,
  summary: 'Lists the files of a loader with who may read each of them.',
  query: z.strictObject({
    loaderId: id,
    search: z.string().max(200).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  response: z.object({
    files: z.array(z.object({ id: z.string(), title: z.string(), list: storedList })),
    count: z.number().int(),
  }),
});

export const filesPerPage = 50;

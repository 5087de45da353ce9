import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/local-models`;
const auth = 'sessionOrKey';

const localModel = z.object({
  name: z.string(),
  /** Whether its files are on this server. */
  isHere: z.boolean(),
  /** Of its files, or about how many there are to download. */
  bytes: z.number().int(),
  /** Null for one that somebody put there. */
  languages: z.enum(['english', 'many']).nullable(),
  /** Where its files belong, from a setting of the server on. */
  folder: z.string(),
  /** The workspace's latest download, while it is under way or after it failed. */
  job: job.nullable(),
});
export type LocalModelState = z.output<typeof localModel>;

export const listLocalModels = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'The models of embeddings that work on this server itself, and those that can be downloaded.',
  response: z.object({
    models: z.array(localModel),
    /** The host that models are downloaded from; null where no download is allowed. */
    host: z.string().nullable(),
  }),
});

export const downloadLocalModel = endpoint({
  method: 'POST',
  path: `${path}/:name/download`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Downloads a local model; one that was stopped goes on where it was.',
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  response: job,
});

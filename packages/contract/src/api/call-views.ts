import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams, timestamp } from './id.ts';

const tag = 'Calls';
const auth = 'session';
const permits = 'calls:listen';
const path = `${hubPrefix}/call-views`;

/** What a list of calls can be narrowed by, in its address and in saved views. */
export const callFilterNames = [
  'search',
  'kind',
  'agent',
  'status',
  'result',
  'direction',
  'sentiment',
  'number',
  'since',
  'from',
  'to',
  'longer',
  'shorter',
  'reason',
  'tool',
  'slower',
  'costlier',
  'said',
] as const;
export type CallFilterName = (typeof callFilterNames)[number];

const callViewFields = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(80, 'must have at most 80 characters'),
  /** By name, as the address of the list has them; what it does not narrow by is absent. */
  filter: z.partialRecord(z.enum(callFilterNames), z.string().min(1).max(200)),
  /** Everybody in the workspace who may read calls sees it. */
  isShared: z.boolean(),
});
export type CallViewFields = z.output<typeof callViewFields>;

const callView = callViewFields.extend({
  id,
  /** Of the person who asks: a view is changed only by who made it. */
  isOwn: z.boolean(),
  updatedAt: timestamp,
});
export type SavedCallView = z.output<typeof callView>;

export const listCallViews = endpoint({
  method: 'GET',
  path,
  auth,
  permits,
  tag,
  summary: 'Saved views of the list of calls: one’s own, and those that are shared in the workspace.',
  response: z.object({ data: z.array(callView) }),
});

export const createCallView = endpoint({
  method: 'POST',
  path,
  auth,
  permits,
  tag,
  summary: 'Saves a view of the list of calls.',
  body: callViewFields,
  response: z.object({ data: callView }),
  status: 201,
});

export const updateCallView = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth,
  permits,
  tag,
  summary: 'Changes the fields of one’s own view that are sent.',
  params: idParams,
  body: callViewFields.partial(),
  response: z.object({ data: callView }),
});

export const deleteCallView = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth,
  permits,
  tag,
  summary: 'Deletes one’s own view.',
  params: idParams,
});

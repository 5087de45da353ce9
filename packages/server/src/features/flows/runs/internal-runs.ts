import { endpoint } from '@tendril/contract/api/endpoint';
import { id, idParams } from '@tendril/contract/api/id';
import * as z from 'zod';

const workspaceId = z.string().max(128);

/** Events of a run in progress there; ends with the frame `over` once the run has ended. */
export const followOwnedRun = endpoint({
  method: 'GET',
  path: '/internal/runs/:id/events',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Streams the events of a run that this process executes.',
  params: idParams,
  query: z.object({ workspaceId, after: z.coerce.number().int().min(0) }),
  events: z.unknown(),
});

export const stopOwnedRun = endpoint({
  method: 'POST',
  path: '/internal/runs/:id/stop',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Stops a run that this process executes.',
  params: idParams,
  body: z.strictObject({ workspaceId }),
  response: z.object({ id }),
});

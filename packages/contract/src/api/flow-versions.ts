import * as z from 'zod';
import { flowData } from '../flow/flow.ts';
import { flowProblem } from '../flow/flow-problem.ts';
import { endpoint } from './endpoint.ts';
import { flowStatus } from './flows.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Flow versions';
const path = `${studioPrefix}/flows/:id`;
const versionParams = z.strictObject({ id, versionId: id });
const note = z.string().trim().max(500);

/** One version of a flow as the Versions tab lists it. */
export const flowVersion = z.object({
  id,
  number: z.number().int(),
  kind: z.enum(['autosave', 'checkpoint', 'published']),
  note: z.string(),
  /** Name of the person, or of the API key, that saved it; empty when unknown. */
  author: z.string(),
  createdAt: timestamp,
  isDraft: z.boolean(),
  /** The live version. */
  isLive: z.boolean(),
});
export type FlowVersion = z.output<typeof flowVersion>;

export const listFlowVersions = endpoint({
  method: 'GET',
  path: `${path}/versions`,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: "A flow's versions, newest first, without their flow data.",
  params: idParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ data: z.array(flowVersion), total: z.number().int() }),
});

export const readFlowVersion = endpoint({
  method: 'GET',
  path: `${path}/versions/:versionId`,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: 'One version with its flow data; sealed values appear as a mask.',
  params: versionParams,
  response: flowVersion.extend({ flowData }),
});

export const noteFlowVersion = endpoint({
  method: 'PATCH',
  path: `${path}/versions/:versionId`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: "Changes a version's note.",
  params: versionParams,
  body: z.strictObject({ note }),
  response: flowVersion,
});

/** The draft's revision after it was saved, restored or published. */
const draftState = z.object({
  draftRevision: z.number().int(),
  draftVersion: z.number().int(),
  status: flowStatus,
  liveVersion: z.number().int().nullable(),
  updatedAt: timestamp,
});
export type DraftState = z.output<typeof draftState>;

/** `If-Match` carries the draft's revision; the current draft stays in the list as a checkpoint. */
export const restoreFlowVersion = endpoint({
  method: 'POST',
  path: `${path}/versions/:versionId/restore`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  ifMatch: true,
  summary: 'Makes a copy of a version the draft.',
  params: versionParams,
  body: z.strictObject({}).optional(),
  response: draftState.extend({ flowData }),
});

/**
 * `If-Match` carries the draft's revision. Without `versionId` the draft is published. Problems that are not warnings
 * prevent it (FLOW_INVALID, named in `details`).
 */
export const publishFlow = endpoint({
  method: 'POST',
  path: `${path}/publish`,
  auth: 'session',
  permits: 'flows:publish',
  proof: 'ifRequired',
  tag,
  ifMatch: true,
  summary: 'Gives callers this version from now on.',
  params: idParams,
  body: z.strictObject({ versionId: id.optional(), note: note.optional() }),
  response: draftState,
});

/** What the Problems panel shows; the flow need not be saved. */
export const checkFlow = endpoint({
  method: 'POST',
  path: `${studioPrefix}/flow-check`,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: 'Names what would fail before a flow runs.',
  body: z.strictObject({ flowData }),
  bodyLimit: 10 * 1024 * 1024,
  response: z.object({ problems: z.array(flowProblem) }),
});

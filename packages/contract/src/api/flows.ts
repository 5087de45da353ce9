import * as z from 'zod';
import { flowData, flowType, storedFlowType } from '../flow/flow.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Flows';
const path = `${studioPrefix}/flows`;

/**
 * `never`: callers get the last save. `live`: published, nothing newer. `draft`: published, with edits after that
 * version.
 */
export const flowStatus = z.enum(['live', 'draft', 'never']);

/** A flow as lists show it; never with its flow data. */
const flowSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  type: flowType,
  /** Words between semicolons. */
  category: z.string(),
  /** '' outside of folders. */
  folder: z.string(),
  isPublic: z.boolean(),
  /** Whether only one API key may call it. */
  hasKey: z.boolean(),
  status: flowStatus,
  /** Number of the live version. */
  liveVersion: z.number().int().nullable(),
  /** Distinct node names in order of appearance, for the icons. */
  nodeNames: z.array(z.string()),
  nodeCount: z.number().int(),
  /** Runs of each of the last seven days, oldest first. */
  runs: z.array(z.number().int()),
  /** For those runs: how many failed, the 95th percentile of their time, and what they cost. */
  failedRuns: z.number().int(),
  p95Ms: z.number().nullable(),
  costUsd: z.number().nullable(),
  /** Runs that are waiting for a person. */
  waitingRuns: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type FlowSummary = z.output<typeof flowSummary>;

const listedFlowType = z.enum([...flowType.options, 'PIPELINE']);

export const listFlows = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: 'One page of flows or pipelines, without their flow data.',
  query: z.strictObject({
    /** `PIPELINE` matches both kinds: sequential pipelines and agent flows. */
    type: listedFlowType.default('CHATFLOW'),
    search: z.string().max(200).optional(),
    /** `live` matches all published ones, including those with edits after it. */
    status: flowStatus.optional(),
    tag: z.string().max(100).optional(),
    folder: z.string().max(100).optional(),
    sort: z.enum(['updated', 'name', 'created']).default('updated'),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    data: z.array(flowSummary),
    total: z.number().int(),
    /** For all flows of the type that match the search, tag and folder, whatever the status filter. */
    counts: z.object({ all: z.number(), live: z.number(), draft: z.number(), never: z.number() }),
    /** All tags and folders of the type, in alphabetical order. */
    tags: z.array(z.string()),
    folders: z.array(z.string()),
  }),
});

/** A flow as the canvas opens it: settings, and the draft with its revision for `If-Match`. */
export const flowDetail = flowSummary
  .omit({
    folder: true,
    hasKey: true,
    nodeNames: true,
    nodeCount: true,
    runs: true,
    failedRuns: true,
    p95Ms: true,
    costUsd: true,
    waitingRuns: true,
  })
  .extend({
    type: storedFlowType,
    apikeyid: z.string().nullable(),
    chatbotConfig: z.record(z.string(), z.unknown()),
    /** An import created it or replaced its drawing, and reported what it found. */
    hasImportReport: z.boolean(),
    draftRevision: z.number().int(),
    /** Number of the draft's version. */
    draftVersion: z.number().int(),
    flowData,
  });
export type FlowDetail = z.output<typeof flowDetail>;

export const readFlow = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: 'A flow with its draft.',
  params: idParams,
  response: flowDetail,
});

const flowName = z.string().trim().min(1, 'must not be empty').max(200);

export const createFlow = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: "Makes a flow; the canvas's first save.",
  body: z.strictObject({
    name: flowName,
    type: flowType,
    flowData: flowData.optional(),
    description: z.string().max(2000).optional(),
  }),
  bodyLimit: 10 * 1024 * 1024,
  response: flowDetail,
  status: 201,
});

export const starterName = z.enum(['support-bot', 'appointment-agent']);

export const createFromStarter = endpoint({
  method: 'POST',
  path: `${path}/starters/:starter`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Makes a working flow from a starter.',
  params: z.strictObject({ starter: starterName }),
  body: z.strictObject({}).optional(),
  response: flowDetail,
  status: 201,
});

const folderName = z.string().trim().max(100);
const flowTag = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(50)
  .regex(/^[^;]*$/, 'must not hold a semicolon');

export const updateFlow = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: "Changes a flow's name, description or settings.",
  params: idParams,
  body: z.strictObject({
    name: flowName.optional(),
    description: z.string().max(2000).optional(),
    category: z.string().max(500).optional(),
    isPublic: z.boolean().optional(),
    apikeyid: id.nullable().optional(),
  }),
  response: flowDetail,
});

export const arrangeFlows = endpoint({
  method: 'PATCH',
  path,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Moves flows to a folder, and gives them tags or takes tags away.',
  body: z.strictObject({
    ids: z.array(id).min(1).max(100),
    /** '' moves them out of their folders. */
    folder: folderName.optional(),
    addTags: z.array(flowTag).max(20).default([]),
    removeTags: z.array(flowTag).max(100).default([]),
  }),
  response: z.object({ changed: z.number().int() }),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: `${path}/:id/draft`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  ifMatch: true,
  summary:
    'Saves the draft; `If-Match` carries the revision it was made from, a stale one is refused with 409.',
  params: idParams,
  body: z.strictObject({
    flowData,
    /** A named save: a checkpoint that later autosaves do not replace. */
    isCheckpoint: z.boolean().default(true),
    note: z.string().max(500).optional(),
  }),
  bodyLimit: 10 * 1024 * 1024,
  response: z.object({
    draftRevision: z.number().int(),
    draftVersion: z.number().int(),
    status: flowStatus,
    liveVersion: z.number().int().nullable(),
    updatedAt: timestamp,
  }),
});

export const duplicateFlow = endpoint({
  method: 'POST',
  path: `${path}/:id/duplicate`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Copies a flow under a new name.',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: flowDetail,
  status: 201,
});

export const deleteFlow = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'flows:delete',
  tag,
  summary: 'Deletes a flow with its versions, messages and runs.',
  params: idParams,
});

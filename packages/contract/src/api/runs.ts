import * as z from 'zod';
import type { LoggedEvent } from '../run-event.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { conversationId, historyMessage, questionUpload, uploadBytes } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Runs';

/** Our own events are typed by `run-event.ts`; the schema checks their envelope. */
export const loggedEvent = z.custom<LoggedEvent>(
  (value) => typeof value === 'object' && value !== null && 'seq' in value && 'type' in value,
);

export const runStatus = z.enum(['running', 'waiting', 'done', 'failed', 'cancelled', 'interrupted']);
export const runSource = z.enum(['canvas', 'chat', 'api', 'mcp', 'call', 'form', 'webhook', 'schedule']);

/** A run of a part of the draft; it writes no messages, and reuses the canvas's last run for what it does not run. */
export const runPart = z.strictObject({ kind: z.enum(['only', 'to', 'from']), nodeId: z.string().max(128) });

/** What a person decided on a waiting run. */
export const runDecision = z.strictObject({
  runId: id,
  decision: z.enum(['approve', 'reject']),
  note: z.string().max(10_000).optional(),
});

const runSummary = z.object({
  id,
  flowId: id,
  versionNumber: z.number().int(),
  sessionId: z.string(),
  chatId: z.string(),
  source: runSource,
  status: runStatus,
  question: z.string(),
  answer: z.string(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  ms: z.number().nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  costUsd: z.number(),
  error: z.string().nullable(),
  part: runPart.nullable(),
  /** The waiting run that this one resumed. */
  resumes: id.nullable().optional(),
  /** The run whose step asked for this one. */
  parentId: id.nullable().optional(),
});
export type RunSummary = z.output<typeof runSummary>;

/** Starts a run and streams its events. The run outlives a lost connection for 15 s; the first event names its id. */
export const startRun = endpoint({
  method: 'POST',
  path: `${studioPrefix}/flows/:id/runs`,
  auth: 'session',
  permits: 'flows:run',
  tag,
  summary: 'Runs a flow and streams its events.',
  params: idParams,
  body: z.strictObject({
    question: z.string().max(1_000_000),
    chatId: conversationId.optional(),
    history: z.array(historyMessage).max(1000).optional(),
    /** `draft`: what is on the canvas as last saved; `live`: what callers get. */
    version: z.enum(['draft', 'live']).default('draft'),
    source: z.enum(['canvas', 'chat']).default('canvas'),
    part: runPart.optional(),
    /** Resumes a waiting run of the same chat; the question may be empty then. */
    decides: runDecision.optional(),
    /** The question may be empty if there is a recording. */
    uploads: z.array(questionUpload).max(20).optional(),
    leadEmail: z.string().max(254).optional(),
  }),
  bodyLimit: uploadBytes,
  events: loggedEvent,
});

/**
 * Re-attaches to a run: `Last-Event-ID` (or `after`) says what was received; a finished run is replayed from the store.
 * Callers with a key follow what they have started, also one that goes on after a restart. Also under `/api/v1`.
 */
export const followRun = endpoint({
  method: 'GET',
  path: `${studioPrefix}/runs/:id/events`,
  auth: 'sessionOrKey',
  permits: 'flows:run',
  tag,
  summary: "Streams a run's events, past and coming.",
  params: idParams,
  query: z.strictObject({ after: z.coerce.number().int().min(0).optional() }),
  events: loggedEvent,
});

export const stopRun = endpoint({
  method: 'POST',
  path: `${studioPrefix}/runs/:id/stop`,
  auth: 'session',
  permits: 'flows:run',
  tag,
  summary: 'Stops a run, down to the sockets of its model.',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: z.object({ status: runStatus }),
});

export const readRun = endpoint({
  method: 'GET',
  path: `${studioPrefix}/runs/:id`,
  auth: 'session',
  permits: 'conversations:read',
  tag,
  summary: 'A run with all its stored events: the trace.',
  params: idParams,
  response: z.object({ run: runSummary, events: z.array(loggedEvent) }),
});

export const listRuns = endpoint({
  method: 'GET',
  path: `${studioPrefix}/flows/:id/runs`,
  auth: 'session',
  permits: 'conversations:read',
  tag,
  summary: "A flow's runs, newest first.",
  params: idParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    status: runStatus.optional(),
    source: runSource.optional(),
    search: z.string().max(200).optional(),
    /** Only runs that this node took part in. */
    nodeId: z.string().max(128).optional(),
  }),
  response: z.object({
    data: z.array(runSummary),
    /** At most 10,000: lists count no further. */
    total: z.number().int(),
    hasMore: z.boolean(),
    /** What is searched is so short or common that only the latest 2,000 were looked through. */
    isPartial: z.boolean().optional(),
  }),
});

const nodeStatus = z.enum(['done', 'cached', 'error', 'skipped', 'waiting']);

/** One of the times that a node worked in a run: an element of an iteration, a round of a loop. */
const nodeRound = z.object({
  frame: z.string().optional(),
  items: z.number().int().optional(),
  round: z.number().int().optional(),
  status: nodeStatus,
  ms: z.number().nullable(),
  /** Attempts that failed before it went on. */
  retries: z.number().int(),
  /** The beginning of what it gave, or of its error. */
  preview: z.string(),
});
export type NodeRound = z.output<typeof nodeRound>;

/** What one node did in one run, for its history; of several rounds, `input` and `output` are those of the last. */
const nodeRun = z.object({
  runId: id,
  startedAt: timestamp,
  versionNumber: z.number().int(),
  question: z.string(),
  status: nodeStatus,
  /** Of all rounds together. */
  ms: z.number().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.string().nullable(),
  roundCount: z.number().int(),
  /** The latest rounds in their order, where there were several. */
  rounds: z.array(nodeRound),
});
export type NodeRun = z.output<typeof nodeRun>;

export const listNodeRuns = endpoint({
  method: 'GET',
  path: `${studioPrefix}/flows/:id/nodes/:nodeId/runs`,
  auth: 'session',
  permits: 'conversations:read',
  tag,
  summary: 'What a node did in the latest runs of its flow, newest first.',
  params: z.strictObject({ id, nodeId: z.string().min(1).max(128) }),
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  response: z.array(nodeRun),
});

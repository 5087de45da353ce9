import * as z from 'zod';
import type { LoggedEvent } from '../run-event.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { conversationId, historyMessage } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Runs';

/** Our own events are made by us and typed by `run-event.ts`; the schema checks their envelope. */
export const loggedEvent = z.custom<LoggedEvent>(
  (value) => typeof value === 'object' && value !== null && 'seq' in value && 'type' in value,
);

export const runStatus = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);
export const runSource = z.enum(['canvas', 'chat', 'api']);

export const runSummary = z.object({
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
});
export type RunSummary = z.output<typeof runSummary>;

/** Starts a run and streams its events. The run outlives a lost connection for 15 s; the first event names its id. */
export const startRun = endpoint({
  method: 'POST',
  path: `${studioPrefix}/flows/:id/runs`,
  auth: 'session',
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
  }),
  events: loggedEvent,
});

/** Re-attaches to a run: `Last-Event-ID` (or `after`) says what was seen; a finished run replays from the store. */
export const followRun = endpoint({
  method: 'GET',
  path: `${studioPrefix}/runs/:id/events`,
  auth: 'session',
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
  tag,
  summary: 'A run with all its stored events: the trace.',
  params: idParams,
  response: z.object({ run: runSummary, events: z.array(loggedEvent) }),
});

export const listRuns = endpoint({
  method: 'GET',
  path: `${studioPrefix}/flows/:id/runs`,
  auth: 'session',
  tag,
  summary: "A flow's runs, newest first.",
  params: idParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.object({ data: z.array(runSummary), total: z.number().int() }),
});

import * as z from 'zod';
import { disconnectionReasons, type LoggedCallEvent, phoneLineStates } from '../call-event.ts';
import { callAct } from '../voice/call-act.ts';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { costPart } from './call-cost-part.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams, timestamp } from './id.ts';

const tag = 'Calls';
const auth = 'sessionOrKey';
const path = `${hubPrefix}/calls`;

const loggedCallEvent = z.custom<LoggedCallEvent>(
  (value) => typeof value === 'object' && value !== null && 'seq' in value && 'type' in value,
);

const percentiles = z.object({
  p50: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
  min: z.number(),
  num: z.number().int(),
  values: z.array(z.number()),
});

/** Retell's parts in ms. */
const callLatency = z.object({
  e2e: percentiles.optional(),
  asr: percentiles.optional(),
  llm: percentiles.optional(),
  tts: percentiles.optional(),
});
export type CallLatency = z.output<typeof callLatency>;

const callSentiments = ['Negative', 'Positive', 'Neutral', 'Unknown'] as const;

const callAnalysis = z.object({
  callSummary: z.string(),
  callSuccessful: z.boolean(),
  userSentiment: z.enum(callSentiments),
  inVoicemail: z.boolean(),
  /** By field name; null for what was not found. */
  customAnalysisData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The model that analysed the call; "rules" for the local analysis. */
  by: z.string(),
});
export type CallAnalysis = z.output<typeof callAnalysis>;

export const transcriptLine = z.object({
  /** `transfer_target`: the person to whom the caller was transferred. */
  role: z.enum(['agent', 'user', 'transfer_target', 'tool']),
  content: z.string(),
  /** ms since the call began. */
  offsetMs: z.number(),
  /** When its sound began and ended, in ms since the call began; absent for typed text. */
  startMs: z.number().optional(),
  endMs: z.number().optional(),
  /** Words whose times are known, in ms since the call began: of the caller by the recognizer, of the agent by the voice. */
  words: z.array(z.object({ text: z.string(), startMs: z.number(), endMs: z.number() })).optional(),
  /** The function that was called, and its result. */
  tool: z
    .object({
      id: z.string(),
      name: z.string(),
      arguments: z.string(),
      result: z.string(),
      isOk: z.boolean(),
    })
    .optional(),
  /** Taken over from an earlier test, with which this one begins. */
  isReplayed: z.literal(true).optional(),
});
export type TranscriptLine = z.output<typeof transcriptLine>;

const flowNode = z.object({ id: z.string(), name: z.string() });

/** What happened in a call beside its words. */
const callFacts = z.object({
  /** Where the call went when it was transferred. */
  transferDestination: z.string().optional(),
  /** When the conversation there was over, in ms since 1970; absent where it was not heard. */
  transferEndedAt: z.number().optional(),
  /** Tokens of each question to a model of the agent's own; a flow's are with its runs. */
  modelTokens: z.array(z.number()),
  /** From which node of the flow to which, in ms since the call began. */
  transitions: z.array(z.object({ offsetMs: z.number(), from: flowNode, to: flowNode })),
});
export type CallFacts = z.output<typeof callFacts>;

export const call = z.object({
  id,
  agentId: id,
  agentName: z.string(),
  /** 0 for the draft. */
  agentVersion: z.number().int(),
  channel: z.enum(['audio', 'text']),
  /** Its origin: the editor, the API in a browser, the telephone, or a test case. */
  kind: z.enum(['test', 'web', 'phone', 'simulation']),
  direction: z.enum(['inbound', 'outbound']),
  fromNumber: z.string(),
  toNumber: z.string(),
  status: z.enum(['registered', 'not_connected', 'ongoing', 'ended', 'error']),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  durationMs: z.number(),
  disconnectionReason: z.enum(disconnectionReasons).nullable(),
  isDemo: z.boolean(),
  /** Data given with the call. */
  variables: z.record(z.string(), z.string()),
  /** What functions set during the call. */
  collectedVariables: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  /** Empty when the agent stores no sensitive data. */
  transcript: z.array(transcriptLine),
  latency: callLatency,
  /** What is known of its cost: hearing, answering, speaking and its analysis. */
  costUsd: z.number(),
  /** What each part cost; absent until it has ended, and of calls from before it was kept. */
  costParts: z.array(costPart).optional(),
  /** Absent until it has ended, and of calls from before they were kept. */
  facts: callFacts.optional(),
  /** Parts of it have a price that is not known here, as a telephone line's. */
  hasUnknownCost: z.boolean().optional(),
  /** Address of the stereo recording, caller left and agent right; null when there is none. Signed when the agent asks for it. */
  recordingUrl: z.string().nullable(),
  analysis: callAnalysis.nullable(),
  /** Where a telephone line stands, and what carries it; absent for calls on other lines. */
  line: z
    .object({ state: z.enum(phoneLineStates), carrier: z.string(), carrierCallId: z.string() })
    .optional(),
  createdAt: timestamp,
});
export type Call = z.output<typeof call>;

const said = z.string().max(20_000);

/** One turn of an earlier test; a function is followed by the answer that it was called for. */
const replayedLine = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: said.min(1, 'must not be empty') }),
  z.strictObject({
    role: z.literal('agent'),
    content: said.min(1, 'must not be empty'),
    /** The run of the flow that gave this answer, as the call's `flow-run` event names it. */
    flowRun: z.strictObject({ flowId: id, runId: id }).optional(),
  }),
  z.strictObject({
    role: z.literal('tool'),
    name: z.string().min(1, 'must not be empty').max(64),
    /** JSON text, as the model wrote it. */
    arguments: said,
    content: said,
    isOk: z.boolean().default(true),
    /** What it set. */
    variables: dynamicVariables.default({}),
  }),
]);
export type ReplayedLine = z.output<typeof replayedLine>;

/** Registers a call from a page: its token opens the socket once within a minute. */
export const createCall = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Registers a call with an agent from a browser; the token opens its socket once, within a minute.',
  body: z.strictObject({
    agentId: id,
    channel: z.enum(['audio', 'text']).default('audio'),
    /** `draft` for the editor; `live` answers as callers hear it. */
    version: z.union([z.literal('draft'), z.literal('live'), id]).default('live'),
    variables: dynamicVariables.default({}),
    metadata: z.record(z.string().max(100), z.unknown()).default({}),
    /**
     * The turns before the first of this call, taken over from an earlier one; they make it a test, of any version. No
     * model is asked for them again. A flow that answers remembers them, and has the state that its last run of them left.
     */
    history: z.array(replayedLine).max(400, 'must have at most 400 turns').default([]),
  }),
  /** `socketPath`: a path of this installation, or the whole address of the process that is to carry the call. */
  response: z.object({ data: call, token: z.string(), socketPath: z.string() }),
  status: 201,
});

/** Opened as a WebSocket with `?token=`; frames as in `voice/call-socket.ts`. */
const callSocketPath = `${path}/socket`;

export const openCallSocket = endpoint({
  method: 'GET',
  path: callSocketPath,
  auth: 'token',
  tag,
  summary:
    'The line of a registered call, as a WebSocket; its token opens it once; a token that it receives there opens it again.',
  query: z.object({ token: z.string() }),
});

/**
 * Stereo WAV, the caller left and the agent right; supports ranges. With `signature`, that alone decides: 403 when it
 * is invalid, or `exp` (ms since 1970) has passed.
 */
export const readRecording = endpoint({
  method: 'GET',
  path: `${hubPrefix}/recordings/:file`,
  auth: 'signed',
  permits: 'calls:listen',
  tag,
  summary: 'The recording of a call.',
  params: z.strictObject({
    file: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}\.wav$/, 'must be the id of a call and ".wav"')
      .meta({ examples: ['0b8d3c9e-3d1f-4e5a-8f0c-2a6d1b7c9e11.wav'] }),
  }),
  query: z.object({ exp: z.string().optional(), signature: z.string().optional() }),
  media: 'audio/wav',
});

export const listCalls = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'Calls, newest first; narrowed to what the query names.',
  query: z.object({
    agentId: id.optional(),
    number: z.string().optional(),
    /** Part of a number at either end; only its digits count. */
    numberPart: z.string().max(40).optional(),
    direction: z.enum(['inbound', 'outbound']).optional(),
    /** As the analysis found it. */
    sentiment: z.enum(callSentiments).optional(),
    /** How long it lasted, in ms; both included. */
    minDurationMs: z.coerce.number().int().min(0).optional(),
    maxDurationMs: z.coerce.number().int().min(0).optional(),
    /** Why it ended. */
    reason: z.enum(disconnectionReasons).optional(),
    /** Name of a function that was called. */
    tool: z.string().min(1).max(64).optional(),
    /** Half of its answers took at least so long, from the end of the caller's voice to the agent's first sound. */
    minLatencyMs: z.coerce.number().int().min(0).max(600_000).optional(),
    minCostUsd: z.coerce.number().min(0).max(1_000_000).optional(),
    /** Words that the caller or the agent said. */
    said: z.string().max(200).optional(),
    kind: z.enum(['test', 'web', 'phone', 'simulation']).optional(),
    /** Leaves out tests and simulations. */
    isServed: z.literal('true').optional(),
    status: z.enum(['registered', 'not_connected', 'ongoing', 'ended', 'error']).optional(),
    /** As the analysis judged. */
    result: z.enum(['success', 'failure']).optional(),
    /** Part of a number, of the agent's name or of the id. */
    search: z.string().max(200).optional(),
    /** Created from then on, ms since 1970. */
    from: z.coerce.number().int().optional(),
    to: z.coerce.number().int().optional(),
    /** Leaves the transcripts empty. */
    isBrief: z.literal('true').optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** Goes on behind the last call of a page: by its time, and by its id, since several may have the same time. */
    before: z.coerce.number().int().optional(),
    beforeId: z.string().max(64).optional(),
  }),
  response: z.object({
    data: z.array(call),
    hasMore: z.boolean(),
    /** What was searched for is so common that only the newest 2,000 calls were looked through. */
    isPartial: z.literal(true).optional(),
  }),
});

export const readCall = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'One call.',
  params: idParams,
  response: z.object({ data: call }),
});

export const readCallEvents = endpoint({
  method: 'GET',
  path: `${path}/:id/events`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'The events of a call, in order.',
  params: idParams,
  response: z.object({ data: z.array(loggedCallEvent) }),
});

/** Everything so far, then each event as it happens; ends with the call. A private agent's words are left out. */
export const watchCall = endpoint({
  method: 'GET',
  path: `${path}/:id/live`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'Streams the events of a call in progress, wherever it runs; ends with the call.',
  params: idParams,
  events: loggedCallEvent,
});

export const interveneInCall = endpoint({
  method: 'POST',
  path: `${path}/:id/interventions`,
  auth,
  permits: 'calls:intervene',
  tag,
  summary:
    'Whispers to the agent of a call in progress, sets variables of it, speaks for the agent or gives it back.',
  params: idParams,
  body: callAct,
  response: z.object({ data: call }),
});

export const stopCall = endpoint({
  method: 'POST',
  path: `${path}/:id/stop`,
  auth,
  permits: 'calls:intervene',
  tag,
  summary: 'Ends a call in progress; answers once its end is stored.',
  params: idParams,
  response: z.object({ data: call }),
});

export const deleteCall = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth,
  permits: 'calls:delete',
  tag,
  summary: 'Deletes a call with its events and recording.',
  params: idParams,
});

/** Calls one function with given arguments, as a call would; a saved calendar key may be sent as its mask. */
export const testFunction = endpoint({
  method: 'POST',
  path: `${hubPrefix}/function-tests`,
  auth: 'session',
  permits: 'voice-agents:edit',
  tag,
  summary: 'Tries a function of an agent against its real endpoint.',
  body: z.strictObject({
    agentId: id,
    function: z
      .record(z.string(), z.unknown())
      .meta({ examples: [{ id: 'end', type: 'end_call', name: 'end_call', description: 'Ends the call.' }] }),
    arguments: z.record(z.string(), z.unknown()).default({}),
    variables: dynamicVariables.default({}),
  }),
  response: z.object({
    isOk: z.boolean(),
    /** The result for the model. */
    result: z.string(),
    ms: z.number(),
    status: z.number().int().nullable(),
    request: z.object({ method: z.string(), url: z.string(), body: z.string() }).nullable(),
    variables: z.record(z.string(), z.string()),
  }),
});

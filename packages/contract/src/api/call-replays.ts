import * as z from 'zod';
import { disconnectionReasons } from '../call-event.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams, timestamp } from './id.ts';

const tag = 'Calls';
const auth = 'sessionOrKey';
const path = `${hubPrefix}/call-replays`;
const one = `${path}/:id`;

/**
 * How the caller of a recorded call speaks again: `words` types what was understood, `sound` plays each stretch of the
 * caller's track and waits for the answer, `clock` plays the whole track as it was recorded.
 */
export const replayWays = ['words', 'sound', 'clock'] as const;
export type ReplayWay = (typeof replayWays)[number];

/** What the agent did in one turn. */
const replayedSide = z.object({
  text: z.string(),
  tools: z.array(
    z.object({ name: z.string(), arguments: z.string(), result: z.string(), isOk: z.boolean() }),
  ),
  /** What functions set in it. */
  variables: z.record(z.string(), z.string()),
  /** Names of the nodes that worked, where a flow answers. */
  path: z.array(z.string()),
  /** From the caller's last sound, or the question, to the first of the answer. */
  answerMs: z.number().nullable(),
});
export type ReplayedSide = z.output<typeof replayedSide>;

const turnDifferences = ['words', 'tools', 'variables', 'path', 'missing'] as const;
export type TurnDifference = (typeof turnDifferences)[number];

const replayTurn = z.object({
  /** What was understood then; empty for the greeting. */
  caller: z.string(),
  /** What was understood now, where that is something else. */
  heard: z.string().optional(),
  before: replayedSide.nullable(),
  after: replayedSide.nullable(),
  differs: z.array(z.enum(turnDifferences)),
  /** How much the words have in common, from 0 to 1. */
  likeness: z.number(),
});
export type ReplayTurn = z.output<typeof replayTurn>;

/** `reworded`: only the words differ, and what the agent did is the same. */
const replayVerdicts = ['same', 'reworded', 'changed'] as const;

const times = z.object({ p50: z.number(), p95: z.number() });

const callReplay = z.object({
  id,
  /** The recorded call, and the one that was made of it; null while there is none. */
  sourceCallId: id,
  callId: id.nullable(),
  agentId: id,
  agentName: z.string(),
  /** Who was on the line, as the list of calls names them. */
  caller: z.string(),
  status: z.enum(['running', ...replayVerdicts, 'error']),
  /** In words, for one that failed. */
  explanation: z.string(),
  turns: z.number().int(),
  changedTurns: z.number().int(),
  /** Why each of the calls ended. */
  ends: z
    .object({
      before: z.enum(disconnectionReasons).nullable(),
      after: z.enum(disconnectionReasons).nullable(),
      differs: z.boolean(),
    })
    .optional(),
  latency: z.object({ before: times.nullable(), after: times.nullable() }).optional(),
  costUsd: z.number(),
});
export type CallReplay = z.output<typeof callReplay>;

const replayBatch = z.object({
  id,
  way: z.enum(replayWays),
  version: z.string(),
  /** 0 for a draft; null for what is live at each agent. */
  versionNumber: z.number().int().nullable(),
  startedAt: timestamp,
  counts: z.object({
    all: z.number().int(),
    running: z.number().int(),
    same: z.number().int(),
    reworded: z.number().int(),
    changed: z.number().int(),
    error: z.number().int(),
  }),
});
export type ReplayBatch = z.output<typeof replayBatch>;

export const startCallReplays = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'simulations:run',
  tag,
  summary:
    'Replays recorded calls against another version of their agents. Functions answer what was recorded; none is called.',
  body: z.strictObject({
    callIds: z.array(id).min(1, 'must name a call').max(50, 'must have at most 50 calls'),
    /** Against what each call's agent is now, what is live, or one version of the only agent. */
    version: z.union([z.literal('draft'), z.literal('live'), id]).default('draft'),
    way: z.enum(replayWays).default('words'),
  }),
  response: z.object({ data: replayBatch }),
  status: 202,
});

export const listCallReplays = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'Batches of replays, newest first; those that a call was part of, when one is named.',
  query: z.object({ callId: id.optional() }),
  response: z.object({ data: z.array(replayBatch) }),
});

export const readCallReplays = endpoint({
  method: 'GET',
  path: one,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'A batch of replays with how each of them ended.',
  params: idParams,
  response: z.object({ data: replayBatch.extend({ replays: z.array(callReplay) }) }),
});

/** Turn by turn, then and now. */
export const readCallReplay = endpoint({
  method: 'GET',
  path: `${one}/calls/:replayId`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'One replay, turn by turn beside the recorded call.',
  params: z.strictObject({ id, replayId: id }),
  response: z.object({ data: callReplay.extend({ compared: z.array(replayTurn) }) }),
});

export const deleteCallReplays = endpoint({
  method: 'DELETE',
  path: one,
  auth,
  permits: 'calls:delete',
  tag,
  summary: 'Deletes a batch of replays with the calls that were made for it.',
  params: idParams,
});

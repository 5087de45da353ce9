import * as z from 'zod';
import { disconnectionReasons } from '../call-event.ts';
import { backgroundSoundIds } from '../voice/background-sounds.ts';
import { missingSecret } from '../voice/missing-secret.ts';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams, timestamp } from './id.ts';
import { agentsPrefix } from './prefixes.ts';

const tag = 'Simulations';
const auth = 'sessionOrKey';
const ofAgent = `${agentsPrefix}/:id/simulations`;
const one = `${hubPrefix}/simulations/:id`;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
}

/** What has to hold for a case to pass. */
const simulationCheck = z.discriminatedUnion('type', [
  /** Some answer of the agent contains the text, case-insensitively. */
  z.strictObject({ type: z.literal('says'), text: z.string().min(1, 'must not be empty').max(1000) }),
  z.strictObject({ type: z.literal('never-says'), text: z.string().min(1, 'must not be empty').max(1000) }),
  z.strictObject({
    type: z.literal('matches'),
    pattern: z
      .string()
      .min(1, 'must not be empty')
      .max(500)
      .refine(isPattern, 'must be a regular expression'),
  }),
  /** With `arguments`, each of them equals. */
  z.strictObject({
    type: z.literal('calls'),
    name: z.string().min(1, 'must not be empty').max(64),
    arguments: z.record(z.string(), z.unknown()).default({}),
  }),
  z.strictObject({ type: z.literal('never-calls'), name: z.string().min(1, 'must not be empty').max(64) }),
  z.strictObject({ type: z.literal('ends-with'), reason: z.enum(disconnectionReasons) }),
  z.strictObject({ type: z.literal('max-turns'), turns: z.number().int().min(1).max(100) }),
  /** What the agent's analysis extracts from the call: the value of a field, case-insensitively. */
  z.strictObject({
    type: z.literal('extracts'),
    field: z.string().trim().min(1, 'must not be empty').max(64),
    value: z.string().trim().min(1, 'must not be empty').max(500),
  }),
  /** A sentence that a model judges over the whole conversation. */
  z.strictObject({ type: z.literal('judge'), text: z.string().min(1, 'must not be empty').max(2000) }),
  /** Of a spoken call: the longest wait from the caller's last sound to the agent's first. */
  z.strictObject({ type: z.literal('answers-within'), ms: z.number().int().min(1).max(60_000) }),
  /** Of a spoken call: the longest time until the agent is silent after it was interrupted. */
  z.strictObject({ type: z.literal('stops-within'), ms: z.number().int().min(1).max(60_000) }),
  /** Of a spoken call: how long the agent speaks over its caller in all. */
  z.strictObject({ type: z.literal('talks-over-at-most'), ms: z.number().int().min(0).max(60_000) }),
]);
export type SimulationCheck = z.output<typeof simulationCheck>;

/** Who calls: a fixed list of sentences, or a model that plays a person. */
export const simulatedCaller = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('script'),
    lines: z.array(z.string().max(2000)).min(1, 'must have a line').max(50),
  }),
  z.strictObject({ type: z.literal('persona'), prompt: z.string().min(1, 'must not be empty').max(10_000) }),
]);

/** How a caller sounds who speaks. */
const callerSound = z.strictObject({
  /** `phone`: 8,000 samples a second, coded as telephone networks do. */
  line: z.enum(['browser', 'phone']),
  /** What is heard behind the caller; `snrDb` is how much louder the voice is. */
  noise: z.strictObject({ sound: z.enum(backgroundSoundIds), snrDb: z.number().min(0).max(40) }).nullable(),
  /** Breaks into an answer of the agent, the greeting being the first, so long after its first sound. */
  interruptions: z
    .array(
      z.strictObject({
        answer: z.number().int().min(1).max(100),
        afterMs: z.number().int().min(0).max(60_000),
        words: z.string().trim().min(1, 'must not be empty').max(500),
      }),
    )
    .max(20, 'must have at most 20 interruptions'),
});
export type CallerSound = z.output<typeof callerSound>;

export const simulationFields = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(200),
  caller: simulatedCaller,
  variables: dynamicVariables,
  /** Mock results returned instead of calling the function. */
  toolMocks: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(64),
        /** Absent: any arguments. Otherwise the call's arguments must include these. */
        match: z.record(z.string(), z.unknown()).optional(),
        result: z.string().max(20_000),
      }),
    )
    .max(50),
  checks: z.array(simulationCheck).max(50, 'must have at most 50 checks'),
  maxTurns: z.number().int().min(1).max(100),
  /** Absent or null: caller and agent write. */
  sound: callerSound.nullable().optional(),
});
export type SimulationFields = z.output<typeof simulationFields>;

const simulationResult = z.object({
  id,
  status: z.enum(['running', 'pass', 'fail', 'error']),
  /** In words: which check failed and why. */
  explanation: z.string(),
  checks: z.array(z.object({ isOk: z.boolean(), explanation: z.string() })),
  callId: id.nullable(),
  transcript: z.array(
    z.object({ role: z.enum(['agent', 'user', 'tool']), content: z.string(), offsetMs: z.number() }),
  ),
  ms: z.number(),
  /** The 95th percentile of the call's answer times; absent where nothing was measured. */
  p95Ms: z.number().optional(),
  costUsd: z.number(),
  /** What the caller of a spoken call has measured, in ms; a null did not stop the agent. */
  sound: z
    .object({ answerMs: z.array(z.number()), stopMs: z.array(z.number().nullable()), talkOverMs: z.number() })
    .optional(),
  /** For a run that could not begin: which credential it needs. */
  missing: missingSecret.optional(),
  startedAt: timestamp,
});
export type SimulationResult = z.output<typeof simulationResult>;

export const simulation = simulationFields.extend({
  id,
  agentId: id,
  last: simulationResult.nullable(),
  /** The runs of the last batch: all of them, the finished ones, those that passed. */
  batch: z.object({ all: z.number().int(), over: z.number().int(), passed: z.number().int() }).nullable(),
  createdAt: timestamp,
});
export type Simulation = z.output<typeof simulation>;

export const listSimulations = endpoint({
  method: 'GET',
  path: ofAgent,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Test cases of an agent with their last result.',
  params: idParams,
  response: z.object({ data: z.array(simulation) }),
});

export const createSimulation = endpoint({
  method: 'POST',
  path: ofAgent,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Adds a test case.',
  params: idParams,
  body: simulationFields,
  response: z.object({ data: simulation }),
  status: 201,
});

export const updateSimulation = endpoint({
  method: 'PUT',
  path: one,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields of a test case that are sent.',
  params: idParams,
  body: simulationFields.partial(),
  response: z.object({ data: simulation }),
});

export const deleteSimulation = endpoint({
  method: 'DELETE',
  path: one,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes a test case with its results.',
  params: idParams,
});

/** Responds at once; clients poll the results until none is running. */
export const runSimulation = endpoint({
  method: 'POST',
  path: `${one}/runs`,
  auth,
  permits: 'simulations:run',
  tag,
  summary: 'Runs a test case against the draft, several times when asked.',
  params: idParams,
  body: z.strictObject({ times: z.number().int().min(1).max(20).default(1) }),
  response: z.object({ data: z.array(simulationResult) }),
  status: 202,
});

export const listSimulationResults = endpoint({
  method: 'GET',
  path: `${one}/runs`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Results of a test case, newest first; the last one that passed is always among them.',
  params: idParams,
  response: z.object({ data: z.array(simulationResult) }),
});

/** Cases written from the agent’s prompt, not saved yet. */
export const suggestSimulations = endpoint({
  method: 'POST',
  path: `${ofAgent}/suggestions`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Test cases written from the agent’s prompt by its model.',
  params: idParams,
  response: z.object({ data: z.array(simulationFields) }),
});

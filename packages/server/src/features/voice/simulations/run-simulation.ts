import type { Call, CallAnalysis } from '@tendril/contract/api/calls';
import type { SimulationFields, SimulationResult } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { Sandbox } from '@tendril/contract/provider/sandbox';
import type { CallerVoice } from '@tendril/voice/simulated/spoken-caller';
import type { TalkFigures } from '@tendril/voice/simulated/talk-figures';
import type { Scope } from '../../../platform/db/scope.ts';
import { type Calls, unrecoveredError } from '../calls/public.ts';
import { judgeByModel } from './judge-by-model.ts';
import { factsOf, judgeCheck } from './judge-checks.ts';
import { judgeExtract } from './judge-extract.ts';
import { judgePattern } from './judge-pattern.ts';
import type { Caller, OpenCaller } from './open-caller.ts';
import { simulatedCaller } from './simulated-caller.ts';
import type { Simulator } from './simulator.ts';

export interface SimulationMeans {
  calls: Pick<Calls, 'startForProgram'>;
  sandbox: Pick<Sandbox, 'run'>;
  /** The agent's own model, which plays callers and judges too. Throws CREDENTIAL_MISSING. */
  openSimulator(scope: Scope, agentId: string, temperature: number): Promise<Simulator>;
  /** A voice for those who call an agent, not its own where there is another. Throws CREDENTIAL_MISSING. */
  openCallerVoice(scope: Scope, agentId: string): Promise<CallerVoice>;
  openCaller: OpenCaller;
  /** Extracts from a call what the draft of its agent is configured to. */
  analyse(scope: Scope, call: Call, signal: AbortSignal): Promise<DrawnValues>;
}

/** What was extracted from a call, by the names of its fields, and its cost. */
interface DrawnValues {
  values: CallAnalysis['customAnalysisData'];
  costUsd: number;
}

/** The result of a run, without its place in the list. */
export type Outcome = Omit<SimulationResult, 'id' | 'startedAt'>;

const longestMs = 180_000;
const longestSpokenMs = 600_000;
const judgingMs = 60_000;
/** A person says things differently from one call to the next; a judge does not. */
const temperatures = { person: 0.7, judge: 0 } as const;

/**
 * Lets a simulated caller talk to the draft of an agent, and judges the result. Throws what keeps the call from
 * beginning, and the reason of `stopped`, which hangs it up.
 */
export async function runSimulation(
  means: SimulationMeans,
  scope: Scope,
  agentId: string,
  fields: SimulationFields,
  stopped: AbortSignal,
): Promise<Outcome> {
  const startedAt = performance.now();
  const person = await openPerson(means, scope, agentId, fields);
  const judge = fields.checks.some(({ type }) => type === 'judge')
    ? await means.openSimulator(scope, agentId, temperatures.judge)
    : undefined;
  const { ended, talk, heard } = await letTalk(means, scope, { agentId, fields, person }, stopped);
  const { id: callId, costUsd, latency } = ended;
  // A simulated caller is transferred to nobody.
  const transcript = ended.transcript.flatMap(({ role, ...line }) =>
    role === 'transfer_target' ? [] : [{ role, ...line }],
  );
  const isAnalysed = fields.checks.some(({ type }) => type === 'extracts');
  const signal = AbortSignal.any([AbortSignal.timeout(judgingMs), stopped]);
  const drawn = isAnalysed ? await means.analyse(scope, ended, signal) : undefined;
  const checks = await judgeAll({ ...means, judge, drawn, heard, signal }, fields, talk.emitted, transcript);
  const p95Ms = (latency.e2e ?? latency.llm)?.p95;
  return {
    ...verdictOf(checks, talk),
    checks,
    callId,
    transcript,
    ms: Math.round(performance.now() - startedAt),
    ...(p95Ms !== undefined && { p95Ms }),
    ...(heard && { sound: heard }),
    costUsd: costUsd + (person?.costUsd ?? 0) + (judge?.costUsd ?? 0) + (drawn?.costUsd ?? 0),
  };
}

interface Talkative {
  agentId: string;
  fields: SimulationFields;
  person: Simulator | undefined;
}

/** Has the call; a caller who speaks reports what it has heard. */
async function letTalk(
  means: SimulationMeans,
  scope: Scope,
  { agentId, fields, person }: Talkative,
  stopped: AbortSignal,
) {
  const { sound } = fields;
  const spoken = sound
    ? means.openCaller({ sound, voice: await means.openCallerVoice(scope, agentId) })
    : undefined;
  try {
    const call = await means.calls.startForProgram(scope, {
      agentId,
      version: 'draft',
      kind: 'simulation',
      variables: fields.variables,
      toolMocks: fields.toolMocks,
      metadata: { simulation: fields.name },
      ...(spoken && { line: spoken.line }),
    });
    const talk = await converseUntilEnd(call, { fields, person, spoken }, stopped);
    spoken?.hangUp();
    const ended = await call.ended;
    stopped.throwIfAborted();
    return { ended, talk, heard: await spoken?.figures() };
  } finally {
    spoken?.close();
  }
}

async function openPerson(
  means: SimulationMeans,
  scope: Scope,
  agentId: string,
  { caller }: SimulationFields,
): Promise<Simulator | undefined> {
  if (caller.type !== 'persona') return undefined;
  const person = await means.openSimulator(scope, agentId, temperatures.person);
  if (!person.isDemo) return person;
  throw new AppError(
    'CREDENTIAL_MISSING',
    'The demo model cannot play a persona. Choose a model with a key in the LLM settings, or use a script.',
  );
}

/** The events of a conversation, and what aborted it. */
interface Talk {
  emitted: readonly LoggedCallEvent[];
  failure: string | undefined;
}

interface Talkers {
  fields: SimulationFields;
  person: Simulator | undefined;
  /** Absent where the caller types. */
  spoken: Caller | undefined;
}

/** Says the caller's lines until there is none left, the call is over, or it takes too long; then hangs up. */
async function converseUntilEnd(
  call: Awaited<ReturnType<Calls['startForProgram']>>,
  { fields, person, spoken }: Talkers,
  stopped: AbortSignal,
): Promise<Talk> {
  const emitted: LoggedCallEvent[] = [];
  let failure: string | undefined;
  const late = AbortSignal.timeout(spoken ? longestSpokenMs : longestMs);
  const signal = AbortSignal.any([late, stopped]);
  signal.addEventListener('abort', () => call.hangUp(), { once: true });
  call.listen((event) => {
    emitted.push(event);
    spoken?.note(event, signal);
  });
  const isOver = () => emitted.some(({ type }) => type === 'call-end');
  try {
    await call.begun;
    await spoken?.answered(signal);
    const next = simulatedCaller(fields.caller, person);
    for (let turn = 0; turn < fields.maxTurns && !isOver() && !signal.aborted; turn += 1) {
      const line = await next(emitted, signal);
      if (line === undefined) break;
      await (spoken ? spoken.say(line, signal) : call.say(line));
    }
  } catch (error) {
    failure = `The caller could not be played: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    call.hangUp();
  }
  if (signal.aborted) failure = `The conversation took longer than ${spoken ? 'ten' : 'three'} minutes.`;
  return { emitted, failure };
}

interface Judges extends Pick<SimulationMeans, 'sandbox'> {
  judge: Simulator | undefined;
  drawn: DrawnValues | undefined;
  heard: TalkFigures | undefined;
  signal: AbortSignal;
}

async function judgeAll(
  { sandbox, judge, drawn, heard, signal }: Judges,
  { checks }: SimulationFields,
  emitted: readonly LoggedCallEvent[],
  transcript: SimulationResult['transcript'],
): Promise<SimulationResult['checks']> {
  const facts = { ...factsOf(emitted), ...(heard && { sound: heard }) };
  const judged: SimulationResult['checks'] = [];
  for (const check of checks) {
    const verdict = judgeCheck(check, facts);
    if (verdict) judged.push(verdict);
    else if (check.type === 'matches') judged.push(await judgePattern(sandbox, check.pattern, facts.answers));
    else if (check.type === 'extracts' && drawn) judged.push(judgeExtract(check, drawn.values));
    else if (check.type === 'judge' && judge)
      judged.push(await judgeByModel(judge, check.text, transcript, signal));
  }
  return judged;
}

/** A failed call is a failure whatever its checks say; without checks a call that did not fail passes. */
function verdictOf(
  checks: SimulationResult['checks'],
  { emitted, failure }: Talk,
): Pick<SimulationResult, 'status' | 'explanation'> {
  const broken = failure ?? unrecoveredError(emitted);
  if (broken !== undefined) return { status: 'error', explanation: broken };
  const failed = checks.filter(({ isOk }) => !isOk);
  if (failed.length > 0)
    return { status: 'fail', explanation: failed.map(({ explanation }) => explanation).join(' ') };
  const explanation =
    checks.length === 0 ? 'The call went through; nothing was checked.' : 'Every check holds.';
  return { status: 'pass', explanation };
}

import type { SimulationFields, SimulationResult } from '@tendril/contract/api/simulations';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Scope } from '../../db/scope.ts';
import type { Calls } from '../calls/calls.service.ts';
import { judgeByModel } from './judge-by-model.ts';
import { factsOf, judgeCheck } from './judge-checks.ts';
import { simulatedCaller } from './simulated-caller.ts';

export interface SimulationMeans {
  calls: Pick<Calls, 'startText'>;
  /** The agent's own model, which plays callers and judges too. Throws CREDENTIAL_MISSING. */
  openModel(scope: Scope, agentId: string): Promise<ChatModel>;
}

/** What a run came to, without its place in the list. */
export type Outcome = Omit<SimulationResult, 'id' | 'startedAt'>;

const longestMs = 180_000;

/** Lets a simulated caller talk to the draft of an agent, and judges what came of it. Throws what keeps the call from beginning. */
export async function runSimulation(
  { calls, openModel }: SimulationMeans,
  scope: Scope,
  agentId: string,
  fields: SimulationFields,
): Promise<Outcome> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(longestMs);
  const needsModel = fields.caller.type === 'persona' || fields.checks.some(({ type }) => type === 'judge');
  const model = needsModel ? await openModel(scope, agentId) : undefined;
  const call = await calls.startText(scope, {
    agentId,
    version: 'draft',
    kind: 'simulation',
    variables: fields.variables,
    toolMocks: fields.toolMocks,
    metadata: { simulation: fields.name },
  });
  const told: LoggedCallEvent[] = [];
  call.listen((event) => void told.push(event));
  signal.addEventListener('abort', () => call.hangUp(), { once: true });
  try {
    await call.begun;
    const next = simulatedCaller(fields.caller, model);
    for (let turn = 0; turn < fields.maxTurns && !isOver(told) && !signal.aborted; turn += 1) {
      const line = await next(told, signal);
      if (line === undefined) break;
      await call.say(line);
    }
  } finally {
    call.hangUp();
  }
  const ended = await call.ended;
  const transcript = ended.transcript;
  const facts = factsOf(told);
  const checks: SimulationResult['checks'] = [];
  for (const check of fields.checks) {
    const judged = judgeCheck(check, facts);
    if (judged) checks.push(judged);
    else if (model && check.type === 'judge')
      checks.push(await judgeByModel(model, check.text, transcript, signal));
  }
  return {
    ...verdictOf(checks, told),
    checks,
    callId: ended.id,
    transcript,
    ms: Math.round(performance.now() - startedAt),
    costUsd: ended.costUsd,
  };
}

function isOver(told: readonly LoggedCallEvent[]): boolean {
  return told.some(({ type }) => type === 'call-end');
}

/** A call that failed says so, whatever its checks say; without checks a call that did not fail passes. */
function verdictOf(
  checks: SimulationResult['checks'],
  told: readonly LoggedCallEvent[],
): Pick<SimulationResult, 'status' | 'explanation'> {
  const error = told.find((event) => event.type === 'call-error');
  if (error?.type === 'call-error') return { status: 'error', explanation: error.message };
  const failed = checks.filter(({ isOk }) => !isOk);
  if (failed.length > 0)
    return { status: 'fail', explanation: failed.map(({ explanation }) => explanation).join(' ') };
  const explanation =
    checks.length === 0 ? 'The call went through; nothing was checked.' : 'Every check holds.';
  return { status: 'pass', explanation };
}

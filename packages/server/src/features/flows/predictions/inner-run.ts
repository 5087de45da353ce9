import { createHash } from 'node:crypto';
import type { RunOutcome } from '@tendril/engine/run-request';
import type { ActiveRun } from '../runs/public.ts';
import { createContinueRun } from './continue-run.ts';
import type { PrepareParts } from './prepare-turn.ts';
import type { Preparation, TurnParts, turnRunner } from './turn-runner.ts';

/** More than any step is attempted. */
const mostAttempts = 100;

/**
 * The id of the run that an attempt at a step's question is answered by: found again after a crash. Like other ids it
 * begins with a time, that of the run which asks.
 */
function innerRunId(key: string, attempt: number): string {
  const hash = createHash('sha256').update(`${key}\n${attempt}`).digest('hex');
  return `${key.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** A run that answers the question of a step. */
interface InnerRun {
  /** Absent where it had ended already. */
  run?: ActiveRun;
  finished: Promise<Pick<RunOutcome, 'status' | 'answer' | 'error'>>;
}

/**
 * Runs what a step asks of another flow. What the same attempt had begun before a crash goes on from its last step, or
 * is answered with what it had said; after a failed attempt a new run is begun.
 */
export async function beginInnerRun(
  parts: PrepareParts,
  turns: TurnParts,
  runner: ReturnType<typeof turnRunner>,
  prepared: Preparation,
  key: string | undefined,
): Promise<InnerRun> {
  const begin = async (id?: string): Promise<InnerRun> => {
    const whole = id === undefined ? prepared : { ...prepared, turn: { ...prepared.turn, id } };
    const run = await runner.begin(whole);
    return { run, finished: runner.execute(run, whole).then(({ outcome }) => outcome) };
  };
  if (key === undefined) return begin();
  const { flow } = prepared.admitted;
  const { depth = 0 } = prepared;
  const continueRun = createContinueRun(parts, {
    execute: (run, restored, progress) => runner.execute(run, { ...restored, depth }, progress),
  });
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const id = innerRunId(key, attempt);
    const before = await turns.runs.startedBefore(flow, id, continueRun);
    if (!before) return begin(id);
    if (before.row.flowId !== flow.id) continue;
    if (before.resumed) {
      const { run, finished } = before.resumed;
      return { run, finished: finished.then(({ outcome }) => outcome) };
    }
    if (before.row.status !== 'done') continue;
    const { events } = await turns.runs.read(flow, id);
    const end = events.findLast((event) => event.type === 'run-end');
    return { finished: Promise.resolve({ status: 'done', ...(end?.answer && { answer: end.answer }) }) };
  }
  return begin();
}

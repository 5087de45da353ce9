import type { SimulationCheck, SimulationResult } from '@tendril/contract/api/simulations';
import type { TalkFigures } from '@tendril/voice/simulated/talk-figures';

type SoundCheck = Extract<
  SimulationCheck,
  { type: 'answers-within' | 'stops-within' | 'talks-over-at-most' }
>;
type Verdict = SimulationResult['checks'][number];

/** Whether a check is about times that only a spoken call has. */
export function isSoundCheck(check: SimulationCheck): check is SoundCheck {
  return ['answers-within', 'stops-within', 'talks-over-at-most'].includes(check.type);
}

/** Judges the times that the caller of a spoken call has measured. */
export function judgeSound(check: SoundCheck, figures: TalkFigures | undefined): Verdict {
  if (!figures) return { isOk: false, explanation: 'Times are measured in a spoken call only.' };
  if (check.type === 'talks-over-at-most')
    return {
      isOk: figures.talkOverMs <= check.ms,
      explanation: `The agent spoke over its caller for ${figures.talkOverMs} ms.`,
    };
  return check.type === 'answers-within'
    ? judgeAnswers(figures.answerMs, check.ms)
    : judgeStops(figures.stopMs, check.ms);
}

function judgeAnswers(answerMs: readonly number[], ms: number): Verdict {
  if (answerMs.length === 0) return { isOk: false, explanation: 'The agent answered nothing.' };
  const slowest = Math.max(...answerMs);
  return { isOk: slowest <= ms, explanation: `The slowest answer began after ${slowest} ms.` };
}

function judgeStops(stopMs: TalkFigures['stopMs'], ms: number): Verdict {
  if (stopMs.length === 0)
    return { isOk: false, explanation: 'Nothing interrupted the agent: it was silent by then.' };
  const times = stopMs.filter((one) => one !== null);
  if (times.length < stopMs.length)
    return { isOk: false, explanation: 'The agent did not stop when it was interrupted.' };
  const slowest = Math.max(...times);
  return { isOk: slowest <= ms, explanation: `The agent was silent ${slowest} ms after an interruption.` };
}

import { AppError } from '@tendril/contract/app-error';
import type { ScheduleRule } from './flow-start.ts';

type Timing = Pick<ScheduleRule, 'cron' | 'timezone' | 'end'>;

/** Loaded with the first schedule: most installations have none. */
const load = () => import('croner');

/**
 * The next time after `afterMs`; undefined when there is none. Times are those of clocks in the zone: one that a
 * change to summer time leaves out comes at the first minute after the gap, and one that a change back repeats comes
 * once, the first time, unless the expression names every hour. Throws INVALID_INPUT for a schedule that is none.
 */
export async function nextTime(timing: Timing, afterMs: number): Promise<number | undefined> {
  const [time] = await nextTimes(timing, afterMs, 1);
  return time;
}

/** The same for several times. */
export async function nextTimes(
  { cron, timezone, end }: Timing,
  afterMs: number,
  count: number,
): Promise<number[]> {
  const problem = problemOf({ cron, timezone, end });
  if (problem !== undefined) throw refused(problem);
  const { Cron } = await load();
  const times: number[] = [];
  try {
    const options = { timezone, paused: true, mode: '5-part' as const };
    const job = new Cron(cron, end === '' ? options : { ...options, stopAt: lastMomentOf(end) });
    let after: Date | null = new Date(afterMs);
    while (after && times.length < count) {
      after = job.nextRun(after);
      if (after) times.push(after.getTime());
    }
  } catch (error) {
    const message = `"${cron}" is no schedule: five parts are needed, such as "30 9 * * 1-5" for 9:30 on weekdays.`;
    throw refused(message, error);
  }
  return times;
}

/** An end that is a date includes that day; a time is meant in the zone. */
function lastMomentOf(end: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(end) ? `${end}T23:59:59` : end;
}

function problemOf({ cron, timezone, end }: Timing): string | undefined {
  if (cron === '') return 'it has no time yet.';
  if (!isTimeZone(timezone)) return `there is no time zone "${timezone}".`;
  return end !== '' && Number.isNaN(Date.parse(end)) ? `"${end}" is no date.` : undefined;
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', `The schedule cannot be used: ${message}`, { cause });
}

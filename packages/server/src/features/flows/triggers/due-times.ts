import type { ScheduleRule } from './flow-start.ts';
import { nextTime } from './schedule-times.ts';

interface DueTimes {
  /** The latest time that has come. */
  latest: number;
  /** Those before it, oldest first. */
  earlier: number[];
  /** The next one to wait for. */
  next: number | null;
}

/** So many missed times are listed; beyond them only the latest counts. */
const mostListed = 50;
const searchMs = 7 * 86_400_000;

/** The times of a schedule that have come since it was due at `dueAt`. */
export async function dueTimes(rule: ScheduleRule, dueAt: number, now: number): Promise<DueTimes> {
  const next = (await nextTime(rule, now)) ?? null;
  const times = [dueAt];
  // After a long time away, what is older than the search is not listed one by one.
  let at = await nextTime(rule, Math.max(dueAt, now - searchMs));
  while (at !== undefined && at <= now) {
    times.push(at);
    if (times.length > mostListed) times.shift();
    at = await nextTime(rule, at);
  }
  const latest = times.pop() ?? dueAt;
  return { latest, earlier: times, next };
}

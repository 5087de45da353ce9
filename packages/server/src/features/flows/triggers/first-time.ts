import type { ScheduleRule } from './flow-start.ts';
import { nextTime } from './schedule-times.ts';

/** The first time of a schedule, or why it has none. */
export async function firstTime(
  rule: ScheduleRule,
  now: number,
): Promise<{ nextAt: number | null; problem: string }> {
  try {
    const nextAt = (await nextTime(rule, now)) ?? null;
    return { nextAt, problem: nextAt === null ? 'The schedule has no time left.' : '' };
  } catch (error) {
    return { nextAt: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between attempts: soon at first, for a restart of the receiver; then over a day, for a night without it. */
export const webhookDelaysMs: readonly number[] = [
  second,
  5 * second,
  30 * second,
  35 * minute,
  3 * hour,
  8 * hour,
  16 * hour,
];

const jitter = 0.05;

/**
 * The wait after `attempts` attempts that failed; undefined when there is to be none more. A little more or less each
 * time, so that what failed together does not come back together.
 */
export function nextDelayMs(
  attempts: number,
  delaysMs: readonly number[] = webhookDelaysMs,
  random: () => number = Math.random,
): number | undefined {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + jitter * (2 * random() - 1)));
}

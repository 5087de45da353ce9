const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between attempts: short at first, for a restart of the receiver; then up to a day, for an outage overnight. */
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
 * The wait after `attempts` failed attempts; undefined when there is to be none more. With jitter, so that deliveries
 * that failed together are not retried together.
 */
export function nextDelayMs(
  attempts: number,
  delaysMs: readonly number[] = webhookDelaysMs,
  random: () => number = Math.random,
): number | undefined {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + jitter * (2 * random() - 1)));
}

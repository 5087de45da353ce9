const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
// 400 years have 4800 months and 146097 days.
const monthMs = (146_097 / 4800) * dayMs;

type Unit = { ms: number; threshold: number; one: string; many: string };

// Each unit holds until its rounded amount reaches the threshold.
const units: readonly Unit[] = [
  { ms: 1000, threshold: 45, one: 'a few seconds', many: 'a few seconds' },
  { ms: minuteMs, threshold: 45, one: 'a minute', many: '{n} minutes' },
  { ms: hourMs, threshold: 22, one: 'an hour', many: '{n} hours' },
  { ms: dayMs, threshold: 26, one: 'a day', many: '{n} days' },
  { ms: monthMs, threshold: 11, one: 'a month', many: '{n} months' },
  { ms: 12 * monthMs, threshold: Number.POSITIVE_INFINITY, one: 'a year', many: '{n} years' },
];

/** A duration in words: "a few seconds", "44 minutes", "a year". */
export function humanDuration(durationMs: number): string {
  const length = Math.abs(durationMs);
  const unit = units.find(({ ms, threshold }) => Math.round(length / ms) < threshold) ?? units[0];
  if (!unit) return '';
  const amount = Math.round(length / unit.ms);
  return amount <= 1 ? unit.one : unit.many.replace('{n}', String(amount));
}

/** How long ago, or how far ahead, a time is from now: "2 hours ago", "in a day". */
export function relativeTime(at: number, now: number = Date.now()): string {
  const words = humanDuration(now - at);
  return at > now ? `in ${words}` : `${words} ago`;
}

import { relativeTime } from './relative-time.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A short relative time: "19 min ago", "2 hours ago", "Yesterday", and from a week on its date: "9 Nov", "9 Nov 2024". */
export function shortAge(at: number, now: number = Date.now()): string {
  const age = now - at;
  if (age < minuteMs) return 'Just now';
  if (age < 36 * hourMs && !isSameDay(at, now) && isSameDay(at + dayMs, now)) return 'Yesterday';
  if (age > 0 && age < hourMs) return `${Math.max(1, Math.round(age / minuteMs))} min ago`;
  if (age < 7 * dayMs) return relativeTime(at, now);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

function isSameDay(left: number, right: number): boolean {
  return new Date(left).toDateString() === new Date(right).toDateString();
}

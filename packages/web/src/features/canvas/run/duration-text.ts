/** A duration as nodes show it: whole milliseconds below a second, then seconds with two digits, then with one. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long somebody has been waited for: "12 s", "2 min", "3 h 5 min", "2 d". */
export function waitText(ms: number): string {
  if (ms < minuteMs) return `${Math.floor(ms / 1000)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  const hours = Math.floor(ms / hourMs);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

const msPerSecond = 1000;
const msPerMinute = 60_000;

/** Sliders count in seconds and minutes, everything else in milliseconds. */
export function secondsToMs(seconds: number): number {
  // Avoids 1600.0000000000002 for steps of a tenth.
  return Math.round(seconds * msPerSecond);
}

export function minutesToMs(minutes: number): number {
  return Math.round(minutes * msPerMinute);
}

const msPerSecond = 1000;
const msPerMinute = 60_000;

/** Sliders count in seconds and minutes, everything else in milliseconds. */
export function secondsToMs(seconds: number): number {
  // Steps of a tenth would else leave 1600.0000000000002.
  return Math.round(seconds * msPerSecond);
}

export function minutesToMs(minutes: number): number {
  return Math.round(minutes * msPerMinute);
}

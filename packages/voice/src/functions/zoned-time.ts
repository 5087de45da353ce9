const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i;
const localTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** A time written with or without its zone, in ms since 1970; without one it is local time of `timeZone`. */
export function momentOf(text: string, timeZone: string): number | undefined {
  const written = text.trim();
  if (hasZone.test(written)) {
    const moment = Date.parse(written.replace(' ', 'T'));
    return Number.isNaN(moment) ? undefined : moment;
  }
  const parts = localTime.exec(written);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(asUtc).getUTCDate() !== day || hour > 23 || minute > 59) return undefined;
  // Twice: the first guess may be on the other side of a daylight-saving change.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return asUtc - offsetMs(guess, timeZone);
}

/** A zone's offset from UTC at a given time. */
function offsetMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(moment / 1000) * 1000;
}

/** True for a known time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}

import {
  isOpenAt,
  type OpenHours,
  type OpenRow,
  wallClock,
  weekdays,
} from '@tendril/contract/voice/open-hours';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** A clock that is changed moves a time that was found; more than twice in a week none is. */
const mostCorrections = 12;

/** The first time from `at` on at which it is open; `at` itself where it is, or where there are no rows. */
export function nextOpening({ timezone, rows }: OpenHours, at: number): number {
  if (rows.length === 0) return at;
  let time = at;
  for (let round = 0; round < mostCorrections; round += 1) {
    if (isOpenAt({ timezone, rows }, time)) return time;
    const wait = minutesUntilBeginning(rows, placeInWeek(timezone, time));
    const target = Math.floor(time / minuteMs) * minuteMs + wait * minuteMs;
    // A beginning in the hour that a change of clocks leaves out is where the clock goes on.
    time = isOpenAt({ timezone, rows }, target)
      ? earliest(timezone, rows, target)
      : corrected(timezone, rows, target);
  }
  return time;
}

/** Where the clock was set back on the way, it has been open for an hour by then. */
function earliest(timezone: string, rows: OpenRow[], target: number): number {
  const before = corrected(timezone, rows, target);
  return before < target && isOpenAt({ timezone, rows }, before) ? before : target;
}

/** Minutes since Monday began there. */
function placeInWeek(timezone: string, at: number): number {
  const { day, time } = wallClock(timezone, at);
  return weekdays.indexOf(day) * dayMinutes + minutesOf(time);
}

const week = 7 * dayMinutes;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes until a row begins; a whole week where the only one has begun in this minute. */
function minutesUntilBeginning(rows: OpenRow[], now: number): number {
  const beginnings = rows.flatMap(({ days, from }) =>
    days.map((day) => weekdays.indexOf(day) * dayMinutes + minutesOf(from)),
  );
  return Math.min(...beginnings.map((one) => (one - now + week) % week || week));
}

/** Where clocks were changed on the way, the beginning is an hour from where it was looked for. */
function corrected(timezone: string, rows: OpenRow[], target: number): number {
  const there = placeInWeek(timezone, target) % dayMinutes;
  const offsets = rows.map(({ from }) => {
    const off = (minutesOf(from) - there + dayMinutes) % dayMinutes;
    return off > dayMinutes / 2 ? off - dayMinutes : off;
  });
  const nearest = offsets.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
  return Math.abs(nearest) <= 60 ? target + nearest * minuteMs : target;
}

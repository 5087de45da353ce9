import type { LoggedEvent } from '@tendril/contract/run-event';

/** A time in which a run waited for a person, in ms after its start; without an end it still waits. */
export interface Pause {
  fromMs: number;
  toMs: number;
}

/** Where a moment of a run stands on its time line, as a share of its width. */
export interface StripScale {
  /** Working time, and each pause with the width it is drawn with. */
  shownMs: number;
  toShare: (ms: number) => number;
  toMs: (share: number) => number;
}

/** A pause, however long, is drawn as wide as this share of the work. */
const pauseShare = 0.35;

/** The times a run waited: from the question to a person until the decision, or until now. */
export function pausesOf(events: readonly LoggedEvent[], nowMs: number): Pause[] {
  const startedAt = events[0]?.at ?? 0;
  const pauses: Pause[] = [];
  let waitingSince: number | undefined;
  for (const event of events) {
    const ms = event.at - startedAt;
    if (event.type === 'run-end' && event.status === 'waiting') waitingSince = ms;
    else if (event.type === 'run-start' && waitingSince !== undefined) {
      pauses.push({ fromMs: waitingSince, toMs: ms });
      waitingSince = undefined;
    }
  }
  if (waitingSince !== undefined) pauses.push({ fromMs: waitingSince, toMs: Math.max(waitingSince, nowMs) });
  return pauses;
}

interface Piece {
  fromMs: number;
  toMs: number;
  /** Where it is drawn. */
  from: number;
  to: number;
}

function piecesOf(totalMs: number, pauses: readonly Pause[]): Piece[] {
  const pausedMs = pauses.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const workMs = Math.max(1, totalMs - pausedMs);
  const drawnMs = workMs * pauseShare;
  const pieces: Piece[] = [];
  let ms = 0;
  let place = 0;
  const add = (toMs: number, width: number) => {
    pieces.push({ fromMs: ms, toMs, from: place, to: place + width });
    ms = toMs;
    place += width;
  };
  for (const { fromMs, toMs } of pauses) {
    add(fromMs, Math.max(0, fromMs - ms));
    add(toMs, Math.min(drawnMs, Math.max(1, toMs - fromMs)));
  }
  if (totalMs > ms || pieces.length === 0) add(Math.max(totalMs, ms + 1), Math.max(1, totalMs - ms));
  return pieces;
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The scale of a run's time line; the time somebody was waited for is drawn short. */
export function stripScale(totalMs: number, pauses: readonly Pause[]): StripScale {
  const pieces = piecesOf(totalMs, pauses);
  const shownMs = pieces.at(-1)?.to ?? 1;
  const partOf = (value: number, from: number, to: number) =>
    to === from ? 0 : between((value - from) / (to - from), 0, 1);
  return {
    shownMs,
    toShare: (ms) => {
      const piece = pieces.find(({ toMs }) => ms <= toMs) ?? pieces.at(-1);
      if (!piece) return 0;
      return (piece.from + (piece.to - piece.from) * partOf(ms, piece.fromMs, piece.toMs)) / shownMs;
    },
    toMs: (share) => {
      const place = share * shownMs;
      const piece = pieces.find(({ to }) => place <= to) ?? pieces.at(-1);
      if (!piece) return 0;
      return piece.fromMs + (piece.toMs - piece.fromMs) * partOf(place, piece.from, piece.to);
    },
  };
}

const niceSteps = [1, 2, 5];

/** Round times along the work up to the first pause, about `most` of them over all the work. */
export function ticksOf(totalMs: number, pauses: readonly Pause[], most: number): number[] {
  const pausedMs = pauses.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const wanted = Math.max(1, totalMs - pausedMs) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(wanted));
  // Ticks are labeled in whole milliseconds.
  const step = Math.max(1, (niceSteps.find((nice) => nice * power >= wanted) ?? 10) * power);
  const ticks: number[] = [];
  // After a pause of hours round steps of the work would be thousands.
  const lastMs = pauses[0]?.fromMs ?? totalMs;
  for (let at = 0; at * step <= lastMs && ticks.length <= most; at += 1) ticks.push(at * step);
  return ticks;
}

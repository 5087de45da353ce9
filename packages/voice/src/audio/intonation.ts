import { loudness } from './loudness.ts';
import { likeness, voiceLags } from './periodicity.ts';

/** How the last syllables before a pause were spoken: statements fall, a thought that goes on stays or rises. */
export type Intonation = 'falling' | 'level' | 'rising';

/** Enough for the highest voice, and a quarter of the work. */
const pitchRate = 8000;
const windowMs = 40;
const stepMs = 20;
/** How far back the contour is looked at, */
const spanMs = 500;
/** and how much of its end is compared with what came before. */
const fewestPoints = 6;
/** Louder than this is a voice and no hum of the line. */
const audible = 150;
/** How alike two periods of a voice are at least. */
const alike = 0.5;
/** A neighbour this near to the best period is the period itself, and the best one a multiple of it. */
const nearBest = 0.88;
/** Jumps of more semitones than this in 20 ms are errors of measurement. */
const mostJump = 5;
/** A change of so many semitones over the contour is meant; words in the middle of a sentence move by less. */
const meant = 2.5;

/**
 * The intonation of the voice that has just ended, from its last samples; undefined where there is too little voice in
 * them to know.
 */
export function intonationOf(samples: Int16Array, sampleRate: number): Intonation | undefined {
  const points = smooth(pitches(thin(samples, sampleRate)));
  if (points.length < fewestPoints) return undefined;
  const change = slopeOf(points) * spreadOf(points);
  if (change <= -meant) return 'falling';
  return change >= meant ? 'rising' : 'level';
}

interface Point {
  step: number;
  semitones: number;
}

/** Keeps one of several samples, averaged, since nothing above the voice's pitch is looked at. */
function thin(samples: Int16Array, sampleRate: number): Int16Array {
  const each = Math.max(1, Math.round(sampleRate / pitchRate));
  const wanted = Math.min(samples.length, Math.round((sampleRate * spanMs) / 1000));
  const from = samples.length - wanted;
  return Int16Array.from({ length: Math.floor(wanted / each) }, (_, index) => {
    let sum = 0;
    for (let at = 0; at < each; at += 1) sum += samples[from + index * each + at] ?? 0;
    return Math.round(sum / each);
  });
}

function pitches(samples: Int16Array): Point[] {
  const size = (pitchRate * windowMs) / 1000;
  const step = (pitchRate * stepMs) / 1000;
  const points: Point[] = [];
  for (let at = 0; at + size <= samples.length; at += step) {
    const hertz = pitchOf(samples.subarray(at, at + size));
    if (hertz !== undefined) points.push({ step: at / step, semitones: 12 * Math.log2(hertz) });
  }
  return points;
}

/** The pitch of a window by its autocorrelation; undefined where nothing repeats itself. */
function pitchOf(window: Int16Array): number | undefined {
  if (loudness(window) < audible) return undefined;
  const { shortest, longest } = voiceLags(pitchRate);
  const scores: number[] = [];
  let best = 0;
  for (let lag = shortest; lag <= longest; lag += 1) {
    const score = likeness(window, lag);
    scores.push(score);
    best = Math.max(best, score);
  }
  if (best < alike) return undefined;
  const found = scores.findIndex(
    (score, index) => score >= best * nearBest && score >= (scores[index + 1] ?? 0),
  );
  return pitchRate / (shortest + found + offsetOfPeak(scores, found));
}

/** Where between samples a peak is, by the parabola through it and its neighbours. */
function offsetOfPeak(scores: readonly number[], at: number): number {
  const [before, peak, after] = [scores[at - 1], scores[at] ?? 0, scores[at + 1]];
  if (before === undefined || after === undefined) return 0;
  const bend = before - 2 * peak + after;
  return bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

/** Only the last stretch without a jump counts: what comes before may be another syllable, or an octave too low. */
function smooth(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points.toReversed()) {
    const last = kept.at(-1);
    const jump = last ? Math.abs(last.semitones - point.semitones) / (last.step - point.step) : 0;
    if (jump <= mostJump) kept.push(point);
  }
  return kept.reverse();
}

/** Semitones per step, by least squares. */
function slopeOf(points: readonly Point[]): number {
  const mean = (read: (point: Point) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  const [middle, level] = [mean(({ step }) => step), mean(({ semitones }) => semitones)];
  let [shared, spread] = [0, 0];
  for (const { step, semitones } of points) {
    shared += (step - middle) * (semitones - level);
    spread += (step - middle) ** 2;
  }
  return spread === 0 ? 0 : shared / spread;
}

function spreadOf(points: readonly Point[]): number {
  return (points.at(-1)?.step ?? 0) - (points[0]?.step ?? 0);
}

import type { CallView } from '../call-view.ts';
import type { Levels } from '../levels.ts';
import { clockText } from './clock-text.ts';

export interface LaneColours {
  caller: string;
  agent: string;
  tool: string;
  line: string;
  now: string;
  warning: string;
  words: string;
}

const frameMs = 20;
/** A bar of 2 px every 3 px stands for this much of the call. */
const barMs = 160;
const barPx = 3;
const laneHalf = 31;
const lanes = { caller: 44, agent: 114 } as const;
const toolsAt = 158;
const axisAt = 184;
const bottomOfLines = 170;

/** Draws both lanes up to now; older seconds have left at the start edge. */
export function drawLanes(
  canvas: HTMLCanvasElement,
  colours: LaneColours,
  levels: Pick<Levels, 'caller' | 'agent' | 'elapsedMs'>,
  view: CallView,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);

  const nowMs = view.end?.durationMs ?? levels.elapsedMs();
  const shownMs = (width / barPx) * barMs;
  const startMs = Math.max(0, nowMs - shownMs + 12 * barMs);
  const place = (ms: number) => ((ms - startMs) / barMs) * barPx;

  for (const lane of ['caller', 'agent'] as const) {
    context.fillStyle = colours.line;
    context.fillRect(0, lanes[lane], width, 1);
    context.fillStyle = colours[lane];
    drawBars(context, levels[lane], startMs, nowMs, lanes[lane], place);
  }
  context.fillStyle = colours.tool;
  for (const span of view.spans)
    if (span.lane === 'tools')
      context.fillRect(
        place(span.startMs),
        toolsAt - 4,
        Math.max(6, place(span.endMs ?? nowMs) - place(span.startMs)),
        8,
      );
  drawAxis(context, colours, startMs, startMs + shownMs, place);
  context.fillStyle = colours.warning;
  for (const entry of view.entries)
    if (entry.kind === 'agent' && entry.interruption)
      context.fillRect(place(entry.interruption.offsetMs), 6, 2, bottomOfLines);
  context.fillStyle = colours.now;
  context.fillRect(place(nowMs), 6, 2, bottomOfLines);
}

function drawBars(
  context: CanvasRenderingContext2D,
  lane: readonly number[],
  startMs: number,
  endMs: number,
  middle: number,
  place: (ms: number) => number,
): void {
  const first = Math.floor(startMs / barMs) * barMs;
  for (let ms = first; ms < endMs; ms += barMs) {
    let loudest = 0;
    for (let at = ms; at < ms + barMs; at += frameMs) loudest = Math.max(loudest, lane[at / frameMs] ?? 0);
    const half = Math.max(loudest > 0.02 ? 1.5 : 0, loudest * laneHalf);
    if (half > 0) context.fillRect(place(ms), middle - half, 2, half * 2);
  }
}

function drawAxis(
  context: CanvasRenderingContext2D,
  colours: LaneColours,
  startMs: number,
  endMs: number,
  place: (ms: number) => number,
): void {
  context.fillStyle = colours.words;
  context.font = '12px Roboto, sans-serif';
  const stepMs = 5000;
  for (let ms = Math.ceil(startMs / stepMs) * stepMs; ms < endMs; ms += stepMs)
    context.fillText(clockText(ms), place(ms), axisAt + 3);
}

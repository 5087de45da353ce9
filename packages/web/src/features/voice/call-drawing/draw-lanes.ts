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
const chipGap = 8;
const chipHalf = 9;
const axisAt = 184;
const bottomOfLines = 170;

/** Draws both lanes up to now; older seconds have left at the start edge. */
export function drawLanes(
  canvas: HTMLCanvasElement,
  colours: LaneColours,
  levels: Pick<Levels, 'caller' | 'agent' | 'elapsedMs'>,
  view: CallView,
  bargeInWords: string,
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
  let chipEnd = Number.NEGATIVE_INFINITY;
  for (const entry of view.entries)
    if (entry.kind === 'agent' && entry.interruption) {
      const at = place(entry.interruption.offsetMs);
      chipEnd = drawBargeIn(
        context,
        colours.warning,
        { at, nowAt: place(nowMs), freeFrom: chipEnd },
        bargeInWords,
      );
    }
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

/** A line through all lanes, with its label in a chip beside the tools if there is space; returns where the chip ends. */
function drawBargeIn(
  context: CanvasRenderingContext2D,
  colour: string,
  { at, nowAt, freeFrom }: { at: number; nowAt: number; freeFrom: number },
  words: string,
): number {
  context.fillStyle = colour;
  context.fillRect(at, 6, 2, bottomOfLines);
  context.font = '12px Roboto, sans-serif';
  const width = context.measureText(words).width + 2 * chipGap;
  // Before the line of now comes by, the chip stands on the other side.
  const chipAt = nowAt - at < width + 2 * chipGap ? at - width - chipGap : at + chipGap;
  if (chipAt < freeFrom) return freeFrom;
  context.globalAlpha = 0.16;
  context.beginPath();
  context.roundRect(chipAt, toolsAt - chipHalf, width, 2 * chipHalf, chipHalf);
  context.fill();
  context.globalAlpha = 1;
  context.fillText(words, chipAt + chipGap, toolsAt + 4);
  return chipAt + width;
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

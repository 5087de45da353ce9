import type { CallView } from '../../features/voice/call-view.ts';
import type { CallLevels } from './read-levels.ts';

const laneHalf = 26;
const lanes = { caller: 32, agent: 92 } as const;
const toolsAt = 134;
const bottom = 144;

interface WaveParts {
  levels: CallLevels;
  view: CallView;
  durationMs: number;
  nowMs: number;
}

/** Draws a whole call: both sides, functions, interruptions, and where it is played. */
export function drawWave(canvas: HTMLCanvasElement, { levels, view, durationMs, nowMs }: WaveParts): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const place = (ms: number) => (ms / Math.max(1, durationMs)) * width;
  for (const lane of ['caller', 'agent'] as const) {
    context.fillStyle = colour('--divider');
    context.fillRect(0, lanes[lane], width, 1);
    context.fillStyle = colour(lane === 'caller' ? '--text-2' : '--graphic');
    for (const [step, level] of levels[lane].entries()) {
      const half = level > 0.02 ? Math.max(1.5, level * laneHalf) : 0;
      const at = place((step / levels[lane].length) * levels.lengthMs);
      context.globalAlpha = at > place(nowMs) && nowMs > 0 ? 0.45 : 1;
      context.fillRect(at, lanes[lane] - half, 2, half * 2);
    }
    context.globalAlpha = 1;
  }
  context.fillStyle = colour('--tools');
  for (const { lane, startMs, endMs = durationMs } of view.spans)
    if (lane === 'tools')
      context.fillRect(place(startMs), toolsAt - 4, Math.max(6, place(endMs - startMs)), 8);
  context.fillStyle = colour('--warning');
  for (const entry of view.entries)
    if (entry.kind === 'agent' && entry.interruption)
      context.fillRect(place(entry.interruption.offsetMs), 4, 2, bottom - 8);
  context.fillStyle = colour('--text');
  if (nowMs > 0) context.fillRect(place(nowMs), 0, 2, bottom);
}

/** The sides of a call without a recording that can be read: when each of them spoke. */
export function levelsOfSpans(view: CallView, durationMs: number, steps: number): CallLevels {
  const lane = (name: 'caller' | 'agent') =>
    Array.from({ length: steps }, (_, step) => {
      const at = ((step + 0.5) / steps) * durationMs;
      const isSounding = view.spans.some(
        (span) =>
          (span.lane === name || (name === 'agent' && span.lane === 'target')) &&
          span.startMs <= at &&
          (span.endMs ?? durationMs) >= at,
      );
      return isSounding ? 0.5 : 0;
    });
  return { lengthMs: durationMs, caller: lane('caller'), agent: lane('agent') };
}

import type { Call } from '@tendril/contract/api/calls';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import type { CallView } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CallPlayer } from './call-player.tsx';
import styles from './call-wave.module.css';
import { drawWave, levelsOfSpans } from './draw-wave.ts';
import { tenthsText } from './tenths-text.ts';
import type { Playhead } from './use-playhead.ts';
import { useRecordedSound } from './use-recorded-sound.ts';

const steps = 320;
const keyMs: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1000, ArrowDown: -1000, ArrowRight: 1000, ArrowUp: 1000 },
  ...{ PageDown: -10_000, PageUp: 10_000 },
};

interface CallWaveProps {
  call: Call;
  view: CallView;
  durationMs: number;
  playhead: Playhead;
}

/** Both sides of a call over its length, and the playhead that everything on the page follows. */
export function CallWave({ call, view, durationMs, playhead }: CallWaveProps) {
  const t = useTexts(callsTexts);
  const { recordingUrl, channel } = call;
  return (
    <section className={styles['wave']} aria-label={t('recording')}>
      <CallPlayer
        view={view}
        durationMs={durationMs}
        playhead={playhead}
        hasRecording={recordingUrl !== null}
      />
      <figure>
        <figcaption aria-hidden>
          <span>{t('caller')}</span>
          <span>{t('agent')}</span>
          <span>{t('tools')}</span>
        </figcaption>
        <Track call={call} view={view} durationMs={durationMs} playhead={playhead} />
      </figure>
      {recordingUrl && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript stands below it
        <audio ref={playhead.audio} preload="metadata" src={recordingUrl} aria-label={t('recording')} />
      )}
      {!recordingUrl && channel === 'audio' && <p className={styles['quiet']}>{t('noRecording')}</p>}
    </section>
  );
}

/** The picture, over which the playhead is dragged. */
function Track({ call, view, durationMs, playhead }: CallWaveProps) {
  const t = useTexts(callsTexts);
  const { nowMs, moveTo } = playhead;
  const move = ({ clientX, currentTarget, buttons, type }: PointerEvent<HTMLDivElement>) => {
    if (type === 'pointermove' && buttons === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    moveTo(((clientX - left) / Math.max(1, width)) * durationMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = { Home: 0, End: durationMs }[event.key] ?? movedBy(event.key, nowMs);
    if (event.key === ' ') playhead.toggle();
    else if (place === undefined) return;
    else moveTo(place);
    event.preventDefault();
  };
  return (
    <div
      className={styles['track']}
      role="slider"
      tabIndex={0}
      aria-label={t('playhead')}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 100) / 10}
      aria-valuenow={Math.round(nowMs / 100) / 10}
      aria-valuetext={t('ofLength', { now: clockText(nowMs), length: clockText(durationMs) })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
      onKeyDown={onKeyDown}
    >
      <Picture call={call} view={view} durationMs={durationMs} nowMs={nowMs} />
      <Axis durationMs={durationMs} />
      {nowMs > 0 && (
        <output
          className={styles['now']}
          style={{ '--place': `${(nowMs / durationMs) * 100}%` } as CSSProperties}
          aria-hidden
        >
          {tenthsText(nowMs)}
        </output>
      )}
    </div>
  );
}

function movedBy(key: string, nowMs: number): number | undefined {
  const by = keyMs[key];
  return by === undefined ? undefined : nowMs + by;
}

function Picture({ call, view, durationMs, nowMs }: Omit<CallWaveProps, 'playhead'> & { nowMs: number }) {
  const t = useTexts(callsTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const levels = useRecordedSound(call)?.levels;
  const shown = useMemo(() => levels ?? levelsOfSpans(view, durationMs, steps), [levels, view, durationMs]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawWave(element, { levels: shown, view, durationMs, nowMs });
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    // The picture takes its colours from the theme.
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      themes.disconnect();
    };
  }, [shown, view, durationMs, nowMs]);
  return <canvas ref={canvas} role="img" aria-label={t('recordingOf')} />;
}

const axisSteps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600] as const;
const mostMarks = 8;
/** A mark nearer to the end than its label is wide stands before it. */
const endShare = 0.94;

function Axis({ durationMs }: { durationMs: number }) {
  const seconds = durationMs / 1000;
  const step = axisSteps.find((one) => seconds / one <= mostMarks) ?? 900;
  const marks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => at * step * 1000);
  return (
    <div className={styles['axis']} aria-hidden>
      {marks.map((ms) => (
        <span
          key={ms}
          data-end={ms > durationMs * endShare || undefined}
          style={{ insetInlineStart: `${(ms / Math.max(1, durationMs)) * 100}%` }}
        >
          {clockText(ms)}
        </span>
      ))}
    </div>
  );
}

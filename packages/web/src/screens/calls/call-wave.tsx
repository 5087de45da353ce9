import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { CallView } from '../../features/voice/call-view.ts';
import { send } from '../../kit/api/send.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './calls.module.css';
import { drawWave, levelsOfSpans } from './draw-wave.ts';
import { readLevels } from './read-levels.ts';

const steps = 320;
/** A longer recording is not read only to be drawn. */
const longestReadMs = 20 * 60_000;

interface CallWaveProps {
  call: Call;
  view: CallView;
  audio: RefObject<HTMLAudioElement | null>;
}

/** Both sides of a call over its length, with its recording; a press on the picture plays from there. */
export function CallWave({ call, view, audio }: CallWaveProps) {
  const t = useTexts(callsTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [nowMs, setNowMs] = useState(0);
  const { durationMs, recordingUrl } = call;
  const levels = useRecordedLevels(call);
  const shown = useMemo(() => levels ?? levelsOfSpans(view, durationMs, steps), [levels, view, durationMs]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawWave(element, { levels: shown, view, durationMs, nowMs });
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown, view, durationMs, nowMs]);
  const seek = (clientX: number, element: HTMLElement) => {
    const { left, width } = element.getBoundingClientRect();
    if (audio.current) audio.current.currentTime = ((clientX - left) / width) * (durationMs / 1000);
  };
  return (
    <section className={styles['wave']} aria-label={t('recording')}>
      <figure>
        <figcaption aria-hidden>
          <span>{t('caller')}</span>
          <span>{t('agent')}</span>
          <span>{t('tools')}</span>
        </figcaption>
        {/* The player below it is what the keyboard uses. */}
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('recordingOf')}
          onPointerDown={({ clientX, currentTarget }) => seek(clientX, currentTarget)}
        />
      </figure>
      {recordingUrl ? (
        // biome-ignore lint/a11y/useMediaCaption: the transcript stands below it
        <audio
          ref={audio}
          controls
          preload="metadata"
          src={recordingUrl}
          aria-label={t('recording')}
          onTimeUpdate={({ currentTarget }) => setNowMs(currentTarget.currentTime * 1000)}
        />
      ) : (
        <p className={styles['quiet']}>{t('noRecording')}</p>
      )}
    </section>
  );
}

function useRecordedLevels({ id, recordingUrl, durationMs, endedAt }: Call) {
  const { data } = useQuery({
    queryKey: ['call', id, 'levels'],
    queryFn: async ({ signal }) => {
      const answer = await send({ method: 'GET', path: recordingUrl ?? '', auth: 'session', signal });
      return readLevels(await answer.arrayBuffer(), steps);
    },
    enabled: recordingUrl !== null && endedAt !== null && durationMs <= longestReadMs,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

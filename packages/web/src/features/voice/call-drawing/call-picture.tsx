import { useEffect, useRef } from 'react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CallView } from '../call-view.ts';
import type { Levels } from '../levels.ts';
import styles from './call-picture.module.css';
import { drawLanes, type LaneColours } from './draw-lanes.ts';

/** The last seconds of a running call as two lanes of loudness, with its functions below. */
export function CallPicture({ levels, view }: { levels: Levels; view: CallView }) {
  const t = useTexts(voiceCallTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let frame = 0;
    const draw = () => {
      drawLanes(element, coloursOf(element), levels, latest.current, t('bargeIn'));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [levels, t]);
  return (
    <figure className={styles['picture']}>
      <figcaption aria-hidden>
        <span>{t('caller')}</span>
        <span>{t('agent')}</span>
        <span>{t('tools')}</span>
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={t('picture')} />
    </figure>
  );
}

function coloursOf(element: HTMLElement): LaneColours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    caller: colour('--text-2'),
    agent: colour('--graphic'),
    tool: colour('--tools'),
    line: colour('--divider'),
    now: colour('--text'),
    warning: colour('--warning'),
    words: colour('--text-3'),
  };
}

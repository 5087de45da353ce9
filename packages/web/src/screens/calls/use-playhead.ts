import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/** The moment of a call that is looked at, and the player that moves it. */
export interface Playhead {
  nowMs: number;
  /** How many times it has been moved by hand: what shows its moment brings it into view again. */
  moves: number;
  /** The end of the call's log or of its recording, whichever is later. */
  lengthMs: number;
  isPlaying: boolean;
  /** How many times as fast as it was. */
  rate: number;
  audio: RefObject<HTMLAudioElement | null>;
  moveTo(ms: number): void;
  toggle(): void;
  nextRate(): void;
}

const rates = [1, 1.5, 2, 0.5] as const;

/** One playhead for the sound, the words, the trace and the canvas of a call; without a recording it is only moved. */
export function usePlayhead(loggedMs: number): Playhead {
  const audio = useRef<HTMLAudioElement>(null);
  const [nowMs, setNowMs] = useState(0);
  const [moves, setMoves] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState<number>(rates[0]);
  const [recordedMs, setRecordedMs] = useState(0);
  const lengthMs = Math.max(loggedMs, recordedMs);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const follow = () => {
      if (audio.current) setNowMs(audio.current.currentTime * 1000);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const read = () => setPlaying(!element.paused && !element.ended);
    const measure = () => setRecordedMs(recordedMsOf(element));
    measure();
    element.addEventListener('durationchange', measure);
    const events = ['play', 'pause', 'ended'] as const;
    for (const event of events) element.addEventListener(event, read);
    return () => {
      element.removeEventListener('durationchange', measure);
      for (const event of events) element.removeEventListener(event, read);
    };
  });
  return useMemo(
    () => ({
      ...{ nowMs, moves, lengthMs, isPlaying, rate, audio },
      moveTo(ms) {
        const place = Math.min(Math.max(0, ms), lengthMs);
        setNowMs(place);
        setMoves((before) => before + 1);
        if (audio.current) audio.current.currentTime = place / 1000;
      },
      toggle() {
        const element = audio.current;
        if (!element) return;
        if (!element.paused) element.pause();
        else element.play().catch(() => undefined);
      },
      nextRate() {
        const next = rates[(rates.indexOf(rate as (typeof rates)[number]) + 1) % rates.length] ?? 1;
        setRate(next);
        if (audio.current) audio.current.playbackRate = next;
      },
    }),
    [nowMs, moves, isPlaying, rate, lengthMs],
  );
}

/** 0 while it is unknown: not loaded yet, or still being recorded. */
function recordedMsOf({ duration }: HTMLAudioElement): number {
  return Number.isFinite(duration) ? duration * 1000 : 0;
}

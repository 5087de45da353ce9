import type { Voice } from '@tendril/contract/voice/voice';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { addressOf } from '../../../kit/api/address.ts';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { say } from '../../../kit/texts/texts.ts';

/** The preview that is playing. */
export interface RunningPreview {
  voiceId: string;
  /** Seconds; NaN until the sound is there. */
  at: number;
  length: number;
}

export interface VoicePreview {
  /** Of the one element that plays. */
  audio: RefObject<HTMLAudioElement | null>;
  running: RunningPreview | null;
  toggle: (voice: Voice) => void;
  stop: () => void;
}

/** Plays one preview at a time and stops with the dialog; a failure is only logged. */
export function useVoicePreview(): VoicePreview {
  const audio = useRef<HTMLAudioElement>(null);
  const playing = useRef<Voice>(undefined);
  const [running, setRunning] = useState<RunningPreview | null>(null);

  const stop = useCallback(() => {
    playing.current = undefined;
    audio.current?.pause();
    setRunning(null);
  }, []);

  useEffect(() => {
    const player = audio.current;
    if (!player) return undefined;
    const reportTime = () => {
      const voice = playing.current;
      if (voice) setRunning({ voiceId: voice.voice_id, at: player.currentTime, length: player.duration });
    };
    const fail = () => report(playing.current, player.error, stop);
    player.addEventListener('timeupdate', reportTime);
    player.addEventListener('durationchange', reportTime);
    player.addEventListener('ended', stop);
    player.addEventListener('error', fail);
    return () => {
      player.removeEventListener('timeupdate', reportTime);
      player.removeEventListener('durationchange', reportTime);
      player.removeEventListener('ended', stop);
      player.removeEventListener('error', fail);
      player.pause();
    };
  }, [stop]);

  const toggle = (voice: Voice) => {
    const player = audio.current;
    if (!player || voice.preview_audio_url === '') return;
    if (playing.current?.voice_id === voice.voice_id) return stop();
    player.pause();
    playing.current = voice;
    setRunning({ voiceId: voice.voice_id, at: 0, length: Number.NaN });
    player.src = addressOf(voice.preview_audio_url);
    player.play().catch((error: unknown) => {
      // Audio replaced by another preview is not a failure.
      if (playing.current === voice) report(voice, error, stop);
    });
  };
  return { audio, running, toggle, stop };
}

function report(voice: Voice | undefined, error: unknown, stop: () => void): void {
  if (!voice) return;
  // biome-ignore lint/suspicious/noConsole: a failed preview is logged only, by design
  console.error(say(voicePickerTexts, 'previewFailed', { name: voice.voice_name }), error);
  stop();
}

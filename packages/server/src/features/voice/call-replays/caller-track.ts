import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import { Resampler } from '@tendril/contract/voice/resampler';

const headBytes = 44;
/** Voices begin before they are detected, and end after. */
const leadMs = 250;
const tailMs = 200;

/** The caller's side of a recording: its left channel, as browsers send it. */
export function callerTrack(wav: Buffer): Int16Array {
  if (wav.length < headBytes) return new Int16Array(0);
  const sampleRate = wav.readUInt32LE(24);
  const frames = Math.floor((wav.length - headBytes) / 4);
  const left = new Int16Array(frames);
  for (let at = 0; at < frames; at += 1) left[at] = wav.readInt16LE(headBytes + at * 4);
  if (sampleRate === socketSampleRate) return left;
  const resampler = new Resampler(sampleRate, socketSampleRate);
  const head = resampler.push(left);
  const rest = resampler.end();
  const track = new Int16Array(head.length + rest.length);
  track.set(head);
  track.set(rest, head.length);
  return track;
}

/** The stretches of a track in which the caller said what was understood, one for each line; empty for typed ones. */
export function spokenStretches(track: Int16Array, events: readonly LoggedCallEvent[]): Int16Array[] {
  const place = (ms: number) => Math.max(0, Math.round((ms / 1000) * socketSampleRate));
  let free = 0;
  return events.flatMap((event) => {
    if (event.type !== 'user-turn') return [];
    if (!event.agoMs) return [new Int16Array(0)];
    const from = Math.max(free, place(event.offsetMs - event.agoMs.from - leadMs));
    const to = Math.min(track.length, place(event.offsetMs - event.agoMs.to + tailMs));
    free = Math.max(free, to);
    return [track.slice(from, Math.max(from, to))];
  });
}

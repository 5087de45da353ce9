import type { HoldSound } from '@tendril/contract/voice/voice-function';

type Played = Exclude<HoldSound, 'none'>;
/** The level at a time of its loop, -1 to 1. */
type Wave = (ms: number) => number;

const level = 2600;
const tone = (hertz: number, ms: number) => Math.sin((2 * Math.PI * hertz * ms) / 1000);

/** Two seconds of ringing and four of silence, as in North America. */
const ringing: Wave = (ms) => (ms % 6000 < 2000 ? 0.5 * (tone(440, ms) + tone(480, ms)) : 0);

/** Four chords of four seconds, each of which swells and fades. */
const chords = [
  [262, 330, 392],
  [220, 262, 330],
  [175, 220, 262],
  [196, 247, 294],
] as const;
const relaxing: Wave = (ms) => {
  const at = ms % 4000;
  const chord = chords[Math.floor(ms / 4000) % chords.length] ?? chords[0];
  const swell = Math.sin((Math.PI * at) / 4000) ** 2;
  return (swell * chord.reduce((sum, hertz) => sum + tone(hertz, at), 0)) / chord.length;
};

/** A beat twice a second below broken chords. */
const beatMs = 500;
const uplifting: Wave = (ms) => {
  const [beat, note] = [ms % beatMs, ms % (beatMs / 2)];
  const chord = chords[Math.floor(ms / (4 * beatMs)) % chords.length] ?? chords[0];
  const hertz = 2 * (chord[Math.floor(ms / (beatMs / 2)) % chord.length] ?? 0);
  return 0.6 * tone(62, beat) * Math.exp(-beat / 70) + 0.4 * tone(hertz, note) * Math.exp(-note / 120);
};

const waves: Record<Played, Wave> = {
  ringtone: ringing,
  relaxing_sound: relaxing,
  uplifting_beats: uplifting,
};

/** What a caller on hold hears: returns its next samples, endlessly. */
export function openHoldSound(sound: Played, sampleRate: number): (samples: number) => Int16Array {
  const wave = waves[sound];
  let position = 0;
  return (samples) => {
    const piece = Int16Array.from({ length: samples }, (_, index) =>
      Math.round(level * wave(((position + index) * 1000) / sampleRate)),
    );
    position += samples;
    return piece;
  };
}

/** Mailboxes beep in this band, */
const lowestHz = 400;
const highestHz = 2000;
/** looked at in steps of half of what a frame of 20 ms can resolve, */
const stepHz = 25;
const sameHz = 50;
/** for at least this long. What lasts longer is a tone of the network or music. */
const shortestMs = 200;
const longestMs = 2500;
/** A frame is a tone if so much of its energy is at one frequency, */
const toneShare = 0.75;
/** and if it is loud enough to be heard. */
const quietestRms = 200;

/** Finds the beep of a mailbox: one steady tone, heard to its end. */
export class BeepDetector {
  private toneMs = 0;
  private hertz = 0;

  /** Takes the next frame; returns whether a beep has ended with it. */
  push(samples: Int16Array, sampleRate: number): boolean {
    const found = toneOf(samples, sampleRate);
    const isSame = found !== undefined && (this.toneMs === 0 || Math.abs(found - this.hertz) <= sameHz);
    if (isSame) {
      this.hertz = found;
      this.toneMs += (samples.length / sampleRate) * 1000;
      return false;
    }
    const isBeep = this.toneMs >= shortestMs && this.toneMs <= longestMs;
    this.toneMs = 0;
    return isBeep;
  }
}

/** The frequency of a frame that is one tone. */
function toneOf(samples: Int16Array, sampleRate: number): number | undefined {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  if (Math.sqrt(energy / samples.length) < quietestRms) return undefined;
  let best = 0;
  let hertz = 0;
  for (let at = lowestHz; at <= highestHz; at += stepHz) {
    const power = powerAt(samples, at / sampleRate);
    if (power > best) {
      best = power;
      hertz = at;
    }
  }
  // A sine of this energy has this power at its own frequency.
  const whole = (energy * samples.length) / 2;
  return best / whole >= toneShare ? hertz : undefined;
}

/** Goertzel's algorithm: the power of one frequency, given in cycles a sample. */
function powerAt(samples: Int16Array, cycles: number): number {
  const factor = 2 * Math.cos(2 * Math.PI * cycles);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const next = sample + factor * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - factor * last * before;
}

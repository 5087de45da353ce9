const lows = [697, 770, 852, 941];
const highs = [1209, 1336, 1477, 1633];
const rows = ['123A', '456B', '789C', '*0#D'];
const toneMs = 120;
const pauseMs = 80;
/** "w" is a wait, as in modem commands. */
const waitMs = 500;
const strength = 7000;

/** The DTMF tones of telephone keys in sequence: `0`-`9`, `*`, `#`, and `w` for half a second's wait. */
export function keypadTones(digits: string, sampleRate: number): Int16Array {
  const pieces = [...digits.toUpperCase()].map((digit) => keyTone(digit, sampleRate));
  const tones = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    tones.set(piece, at);
    at += piece.length;
  }
  return tones;
}

function keyTone(digit: string, sampleRate: number): Int16Array {
  const row = rows.findIndex((keys) => keys.includes(digit));
  const [low, high] = [lows[row], highs[rows[row]?.indexOf(digit) ?? -1]];
  const samples = (ms: number) => Math.round((sampleRate * ms) / 1000);
  if (low === undefined || high === undefined) return new Int16Array(samples(waitMs));
  const tone = new Int16Array(samples(toneMs + pauseMs));
  for (let index = 0; index < samples(toneMs); index += 1) {
    const turn = (2 * Math.PI * index) / sampleRate;
    tone[index] = Math.round(strength * (Math.sin(low * turn) + Math.sin(high * turn)));
  }
  return tone;
}

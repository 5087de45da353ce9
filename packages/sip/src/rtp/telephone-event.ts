/** The keys of a telephone in the order of RFC 4733. */
const keyNames = '0123456789*#ABCD';
const eventBytes = 4;
const volume = 10;
/** How long a key is pressed, and how long none is behind it. */
const pressedMs = 100;
const pauseMs = 60;
/** The end is said more than once, since a packet may be lost. */
const endCopies = 3;

/** A piece of a pressed key. */
interface KeyEvent {
  key: string;
  isEnd: boolean;
  /** In samples since its timestamp. */
  duration: number;
}

export function parseKeyEvent(payload: Uint8Array): KeyEvent | undefined {
  const key = keyNames[payload[0] ?? 99];
  if (payload.length < eventBytes || key === undefined) return undefined;
  const isEnd = ((payload[1] ?? 0) & 0x80) !== 0;
  return { key, isEnd, duration: ((payload[2] ?? 0) << 8) | (payload[3] ?? 0) };
}

/** Turns the packets of pressed keys into keys: each is one, however often it is repeated. */
export class KeyReader {
  #lastTime: number | undefined;

  /** The key that begins with this packet; a first packet that is lost is made up for by the next. */
  read({ key }: KeyEvent, ssrc: number, timestamp: number): string | undefined {
    const time = ssrc * 2 ** 20 + timestamp;
    if (time === this.#lastTime) return undefined;
    this.#lastTime = time;
    return key;
  }
}

/** One frame of 20 ms while keys are sent: a packet's payload, or nothing between two keys. */
export interface KeyFrame {
  payload: Uint8Array | undefined;
  isFirst: boolean;
  /** Frames since the key began: its packets all have the time of the first. */
  since: number;
  /** Sent at once with the frame before. */
  isCopy: boolean;
}

/** The frames of keys one after the other; `w` is half a second's wait. */
export function keyFrames(keys: string, frameMs: number, frameSamples: number): KeyFrame[] {
  return [...keys.toUpperCase()].flatMap((key) => {
    const code = keyNames.indexOf(key);
    const wait = (ms: number): KeyFrame[] =>
      Array.from({ length: Math.round(ms / frameMs) }, () => ({
        ...{ payload: undefined, isFirst: false, since: 0, isCopy: false },
      }));
    if (code < 0) return key === 'W' ? wait(500) : [];
    const count = pressedMs / frameMs;
    const frames = Array.from({ length: count + endCopies - 1 }, (_, index) => {
      const isEnd = index >= count - 1;
      const samples = Math.min(index + 1, count) * frameSamples;
      return {
        payload: Uint8Array.of(code, (isEnd ? 0x80 : 0) | volume, samples >> 8, samples & 0xff),
        isFirst: index === 0,
        since: Math.min(index, count - 1),
        isCopy: index >= count,
      };
    });
    return [...frames, ...wait(pauseMs)];
  });
}

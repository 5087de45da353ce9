const mostAtOnce = 64 * 1024;

/** Lines that wait to be written. */
interface LineQueue {
  /** How many characters wait. */
  readonly size: number;
  add(line: string): void;
  /** The next part to write, empty when nothing waits. */
  take(): Buffer;
  /** Puts what of a part could not go in front again. */
  putBack(rest: Buffer): void;
  clear(): void;
}

/** Joins waiting lines to parts of a size that is worth a write. */
export function createLineQueue(): LineQueue {
  const none: Buffer = Buffer.alloc(0);
  let waiting: string[] = [];
  let size = 0;
  // Bytes, since what is left over may begin within a character.
  let rest = none;

  return {
    get size() {
      return size;
    },
    add(line) {
      waiting.push(line);
      size += line.length;
    },
    take() {
      if (rest.length > 0) {
        const part = rest;
        rest = none;
        return part;
      }
      let text = '';
      let count = 0;
      while (count < waiting.length && text.length < mostAtOnce) text += waiting[count++];
      waiting.splice(0, count);
      size -= text.length;
      return Buffer.from(text);
    },
    putBack(left) {
      rest = left;
    },
    clear() {
      waiting = [];
      size = 0;
      rest = none;
    },
  };
}

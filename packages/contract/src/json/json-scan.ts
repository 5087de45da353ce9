import { AppError } from '../app-error.ts';

/** Maximum nesting of objects and arrays anywhere. */
export const maxDepth = 64;
/** Maximum fields of one object: beyond that, an engine uses a representation that takes seconds to fill. */
export const maxFields = 50_000;
/** Maximum values of one text. */
export const maxValues = 4_000_000;

const quote = 34;
const comma = 44;
const colon = 58;
const openArray = 91;
const backslash = 92;
const closeArray = 93;
const openObject = 123;
const closeObject = 125;

/**
 * Inspects JSON text in chunks before it is parsed: its cost depends on how much it holds and how deep, and both show
 * in its punctuation. So a text that would block the event loop is refused at the first chunk that shows it.
 */
export class JsonScan {
  readonly #where: string;
  readonly #maxValues: number;
  /** Fields of the open object at each depth. */
  readonly #fields = new Uint32Array(maxDepth + 1);
  #depth = 0;
  #values = 1;
  #isInText = false;
  #isEscaped = false;

  constructor(where = '', most = maxValues) {
    this.#where = where;
    this.#maxValues = most;
  }

  /** Takes the next bytes; returns the error for them, if there is one. */
  take(bytes: Uint8Array): AppError | undefined {
    for (let at = this.#isInText ? this.#endOfText(bytes, 0) + 1 : 0; at < bytes.length; at += 1) {
      const code = bytes[at];
      if (code === quote) at = this.#endOfText(bytes, at + 1);
      else if (code === comma) this.#values += 1;
      else if (code === openObject || code === openArray) {
        if (this.#depth === maxDepth)
          return refused(this.#where, `must not nest deeper than ${maxDepth} levels`);
        this.#depth += 1;
        this.#values += 1;
        this.#fields[this.#depth] = 0;
      } else if (code === closeObject || code === closeArray) this.#depth = Math.max(0, this.#depth - 1);
      else if (code === colon && this.#countField() > maxFields)
        return refused(this.#where, `an object must not have more than ${maxFields} fields`);
      if (this.#values > this.#maxValues)
        return refused(this.#where, `must not hold more than ${this.#maxValues} values`);
    }
    return undefined;
  }

  /** Where the string that continues at `start` ends; past the end when its rest is still to come. */
  #endOfText(bytes: Uint8Array, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    this.#isInText = at >= bytes.length;
    this.#isEscaped = at > bytes.length;
    return at;
  }

  #countField(): number {
    const count = (this.#fields[this.#depth] ?? 0) + 1;
    this.#fields[this.#depth] = count;
    return count;
  }
}

function refused(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path || 'body'}: ${message}`, { details: [{ path, message }] });
}

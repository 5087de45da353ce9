import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** An answer of any usual length is passed on as it comes. */
const freeBytes = 64 * 1024;
/** Of a longer one so much at once: some dozens of tokens, which take well under a millisecond. */
const pieceBytes = 4 * 1024;
/** How long it rests for each millisecond that its reader has worked. */
const restShare = 9;
/** More is not the reader's work, but its own waiting. */
const mostWorkMs = 2;
const shortestRestMs = 2;

/**
 * Keeps one very long stream of events, whose sender is faster than any model, from taking all of the process's time: it
 * comes in pieces, and its reader gets a tenth of the time.
 */
export class StreamPace {
  #passedBytes = 0;
  #passedAt = 0;
  #dueMs = 0;

  /** How many bytes may be passed on at once. */
  get mostBytes(): number {
    return this.#passedBytes < freeBytes ? freeBytes : pieceBytes;
  }

  /** Called with what was passed on. */
  passed(bytes: number): void {
    this.#passedBytes += bytes;
    this.#passedAt = performance.now();
  }

  /** Called when its reader wants more; undefined when it gets it at once. */
  rest(): Promise<void> | undefined {
    if (this.#passedBytes < freeBytes) return undefined;
    this.#dueMs += Math.min(performance.now() - this.#passedAt, mostWorkMs) * restShare;
    if (this.#dueMs < shortestRestMs) return nextTurn();
    const ms = this.#dueMs;
    this.#dueMs = 0;
    return sleep(ms);
  }
}

const streamed = /^\s*(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-lines|stream\+json))\b/i;

/** The pace of a response of that type; undefined for files and documents, which are not read event by event. */
export function paceOf(contentType: string | undefined): StreamPace | undefined {
  return contentType !== undefined && streamed.test(contentType) ? new StreamPace() : undefined;
}

import type { RunEvent } from '@tendril/contract/run-event';
import type { EventEntry } from '../../../platform/events/events.ts';

const joinMs = 50;
/** From here on, text that nothing interrupts is one entry, however long it took. */
const mostPieces = 2 * 1024 * 1024;

type TextDelta = Extract<RunEvent, { type: 'text-delta' }>;

/**
 * The events of a run so far, for watchers who come later. Pieces of text are numbered by their length, so that any
 * number of them can be one entry, and a watcher who has seen a part of it gets exactly the rest.
 */
export class RunEntries {
  #entries: EventEntry[];
  #textLength = 0;

  constructor(earlier: readonly EventEntry[] = []) {
    this.#entries = [...earlier];
  }

  get all(): readonly EventEntry[] {
    return this.#entries;
  }

  add(entry: EventEntry): void {
    const { event } = entry;
    if (event.type !== 'text-delta') return void this.#entries.push(entry);
    if (event.text === '') return;
    const wasShort = this.#textLength <= mostPieces;
    this.#textLength += event.text.length;
    const isLong = this.#textLength > mostPieces;
    if (isLong && wasShort) this.#joinAll();
    const piece = new JoinedText(entry.seq, entry.at, event);
    if (!join(this.#entries.at(-1), piece, isLong ? Number.POSITIVE_INFINITY : joinMs))
      this.#entries.push(piece);
  }

  /** What follows the event of that number. */
  after(seq: number): EventEntry[] {
    return this.#entries
      .filter((entry) => entry.seq > seq)
      .map((entry) => (entry instanceof JoinedText ? entry.after(seq) : entry));
  }

  #joinAll(): void {
    const kept: EventEntry[] = [];
    for (const entry of this.#entries)
      if (!(entry instanceof JoinedText && join(kept.at(-1), entry, Number.POSITIVE_INFINITY)))
        kept.push(entry);
    this.#entries = kept;
  }
}

/** How many numbers an event takes. */
export function lengthOf(event: RunEvent): number {
  return event.type === 'text-delta' ? Math.max(1, event.text.length) : 1;
}

/** Text that arrived in one or more pieces; `seq` is the number of the last. */
class JoinedText implements EventEntry {
  seq: number;
  readonly at: number;
  readonly first: TextDelta;
  text: string;

  constructor(seq: number, at: number, first: TextDelta) {
    this.seq = seq;
    this.at = at;
    this.first = first;
    this.text = first.text;
  }

  get event(): TextDelta {
    return { ...this.first, text: this.text };
  }

  get payload(): string {
    return JSON.stringify(this.event);
  }

  after(seq: number): JoinedText {
    const seen = Math.max(0, seq - (this.seq - this.text.length));
    return new JoinedText(this.seq, this.at, { ...this.first, text: this.text.slice(seen) });
  }
}

/** Appends a piece to the one before it; false where they are of different answers, or too far apart. */
function join(last: EventEntry | undefined, piece: JoinedText, withinMs: number): boolean {
  if (!(last instanceof JoinedText) || piece.at - last.at >= withinMs) return false;
  if (last.first.callerId !== piece.first.callerId || last.first.frame !== piece.first.frame) return false;
  // Between them is a number of something that is not kept.
  if (piece.seq - piece.text.length !== last.seq) return false;
  last.seq = piece.seq;
  last.text += piece.text;
  return true;
}

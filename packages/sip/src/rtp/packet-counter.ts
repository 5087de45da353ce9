/** A jump further than this is no loss: the sender has restarted its numbers. */
const mostDropped = 3000;
/** Packets come unevenly: a sender may seem to be ahead of time by this much. */
const mostAheadMs = 200;
const sequences = 2 ** 16;
const timestamps = 2 ** 32;

/** The place of a packet on scales that neither wrap nor start again. */
interface PacketPlace {
  sequence: number;
  spokenMs: number;
}

interface Source {
  ssrc: number;
  sequence: number;
  timestamp: number;
}

/**
 * Counts the packets of a sender. Sequence and timestamp wrap, and a sender may start over with other ones (a transfer,
 * music on hold): the count goes on behind what has come.
 */
export class PacketCounter {
  #source: Source | undefined;
  #highest: PacketPlace = { sequence: -1, spokenMs: 0 };
  #lastAtMs = 0;
  #firstAtMs = 0;
  /** Timestamps in a ms. */
  #perMs: number;
  readonly #frameMs: number;
  /** Packets that have come. */
  received = 0;
  /** Where this sender's count began. */
  #first = 0;
  /** What it called its first packet. */
  #firstSequence = 0;

  constructor(perMs: number, frameMs: number) {
    this.#perMs = perMs;
    this.#frameMs = frameMs;
  }

  /** Another format has another clock: what comes is compared with nothing before it. */
  setClock(perMs: number): void {
    if (perMs === this.#perMs) return;
    this.#perMs = perMs;
    if (this.#source) this.#source = { ...this.#source, ssrc: -1 };
  }

  get ssrc(): number | undefined {
    return this.#source?.ssrc;
  }

  /** The highest sequence with its cycles, for reports. */
  get highestSequence(): number {
    return this.#highest.sequence - this.#first + this.#firstSequence;
  }

  /** Packets that should have come. */
  get expected(): number {
    return this.#highest.sequence + 1;
  }

  place(packet: { ssrc: number; sequence: number; timestamp: number }, nowMs: number): PacketPlace {
    this.received += 1;
    const step = this.#source && signed(packet.sequence - this.#source.sequence, sequences);
    if (
      !this.#source ||
      step === undefined ||
      packet.ssrc !== this.#source.ssrc ||
      Math.abs(step) > mostDropped
    )
      return this.#startOver(packet, nowMs);
    const since = signed(packet.timestamp - this.#source.timestamp, timestamps) / this.#perMs;
    const place = {
      sequence: this.#highest.sequence + step,
      spokenMs: this.#highest.spokenMs + since,
    };
    if (step > 0) this.#advance(packet, place, nowMs);
    return place;
  }

  #startOver(packet: { ssrc: number; sequence: number; timestamp: number }, nowMs: number): PacketPlace {
    const isFirst = !this.#source;
    const pausedMs = nowMs - this.#lastAtMs;
    if (isFirst) this.#firstAtMs = nowMs;
    // The time that has passed without a sender is silence.
    const nextMs = isFirst ? 0 : this.#highest.spokenMs + Math.max(this.#frameMs, pausedMs);
    // However many senders there are, nobody speaks ahead of time.
    const latestMs = Math.max(this.#highest.spokenMs, nowMs - this.#firstAtMs + mostAheadMs);
    const spokenMs = Math.min(nextMs, latestMs);
    const place = { sequence: this.#highest.sequence + 1, spokenMs };
    this.#first = place.sequence;
    this.#firstSequence = packet.sequence;
    this.#advance(packet, place, nowMs);
    return place;
  }

  #advance(packet: Source, place: PacketPlace, nowMs: number): void {
    const { ssrc, sequence, timestamp } = packet;
    this.#source = { ssrc, sequence, timestamp };
    this.#highest = place;
    this.#lastAtMs = nowMs;
  }
}

/** A difference on a scale that wraps. */
function signed(difference: number, size: number): number {
  const wrapped = ((difference % size) + size) % size;
  return wrapped >= size / 2 ? wrapped - size : wrapped;
}

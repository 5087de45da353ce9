/** Frames that wait for being recorded, by their slots. Without a recording nothing is kept. */
export class FrameStore {
  private readonly frames = new Map<number, Int16Array>();
  private readonly spare: Int16Array[];
  private readonly isKept: boolean;

  /** `spare`: frames that were recorded, to be used again: what is kept for a second is costly to collect. */
  constructor(spare: Int16Array[], isKept: boolean) {
    this.spare = spare;
    this.isKept = isKept;
  }

  get(slot: number): Int16Array | undefined {
    return this.frames.get(slot);
  }

  /** Stores a copy: the frame is somebody else's, and may be part of a larger sound. */
  store(slot: number, frame: Int16Array): void {
    if (!this.isKept) return;
    const spare = this.frames.get(slot) ?? this.spare.pop();
    const copy = spare?.length === frame.length ? spare : new Int16Array(frame.length);
    copy.set(frame);
    this.frames.set(slot, copy);
  }

  move(from: number, to: number): void {
    const frame = this.frames.get(from);
    this.frames.delete(from);
    if (frame) this.frames.set(to, frame);
  }

  release(slot: number): void {
    const frame = this.frames.get(slot);
    if (!frame) return;
    this.frames.delete(slot);
    this.spare.push(frame);
  }

  releaseFrom(slot: number): void {
    for (const stored of this.frames.keys()) if (stored >= slot) this.release(stored);
  }
}

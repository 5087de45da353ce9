/** Takes the noise out of the caller's sound in one call. */
export interface Denoiser {
  /** Takes 20 ms; returns as many samples, which are those of the 20 ms before. */
  push(frame: Int16Array): Int16Array;
  close(): void;
}

/** A denoiser of a line's own; undefined where none can be had. */
export type OpenDenoiser = (sampleRate: number) => Promise<Denoiser | undefined>;

import type { Denoiser } from './denoiser.ts';
import { callFrameMs, frameSamples } from './frame-cutter.ts';

/** A frame of the caller, and when it began. */
interface TimedFrame {
  samples: Int16Array;
  startedAt: number;
}

/**
 * The caller's frames without their noise, with the times of their own: a denoiser is one frame behind. Until there is
 * one, and once it has failed, they are passed on as they are.
 */
export class DenoisedFrames {
  private denoiser: Denoiser | undefined;
  /** When the frame began that the denoiser has not returned yet. */
  private heldAt: number | undefined;
  private isClosed = false;
  private readonly sampleRate: number;
  private readonly onFault: (error: unknown) => void;

  constructor(sampleRate: number, onFault: (error: unknown) => void) {
    this.sampleRate = sampleRate;
    this.onFault = onFault;
  }

  use(denoiser: Denoiser): void {
    if (this.isClosed) denoiser.close();
    else this.denoiser = denoiser;
  }

  push(samples: Int16Array, startedAt: number): TimedFrame {
    const denoised = this.denoise(samples);
    if (!denoised) return { samples, startedAt };
    const heldAt = this.heldAt ?? startedAt - callFrameMs;
    this.heldAt = startedAt;
    return { samples: denoised, startedAt: heldAt };
  }

  /** The frame that is still held, when none follows it for now. */
  flush(): TimedFrame | undefined {
    const { heldAt } = this;
    if (heldAt === undefined) return undefined;
    this.heldAt = undefined;
    const samples = this.denoise(new Int16Array(frameSamples(this.sampleRate)));
    return samples && { samples, startedAt: heldAt };
  }

  close(): void {
    this.isClosed = true;
    this.drop();
  }

  private denoise(samples: Int16Array): Int16Array | undefined {
    try {
      return this.denoiser?.push(samples);
    } catch (error) {
      this.drop();
      this.onFault(error);
      return undefined;
    }
  }

  private drop(): void {
    const { denoiser } = this;
    this.denoiser = undefined;
    this.heldAt = undefined;
    denoiser?.close();
  }
}

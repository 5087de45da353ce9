import { decodeG711, type G711Law } from '@tendril/voice/audio/g711';

const samplesPerMs = 8;

/**
 * What comes on a line before it is answered: ringing, or an announcement of the network. No agent hears it, so that
 * it is taken for nobody's voice and no mailbox's beep; only whoever waits for the answer may.
 */
export class EarlySound {
  /** Whoever is to be put through hears it ring there. */
  onSound = (_samples: Int16Array) => {};
  #samples = 0;

  /** How much has come. */
  get ms(): number {
    return this.#samples / samplesPerMs;
  }

  hear(law: G711Law, payload: Uint8Array): void {
    this.#samples += payload.length;
    this.onSound(decodeG711(law, payload));
  }
}

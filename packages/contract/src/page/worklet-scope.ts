interface WorkletPort {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

type ProcessorClass = new () => {
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
};

interface WorkletScope {
  /** Of the page's audio context: whatever the machine's devices run at. */
  readonly sampleRate: number;
  AudioWorkletProcessor: new () => { readonly port: WorkletPort };
  registerProcessor(name: string, processor: ProcessorClass): void;
}

/** What the browser offers inside an audio worklet; its own type library knows only the page. */
export const workletScope = globalThis as unknown as WorkletScope;

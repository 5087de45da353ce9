import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Resampler } from '@tendril/contract/voice/resampler';
import type { Denoiser } from '@tendril/voice/audio/denoiser';

/** The only rate of the library's sound. */
const libraryRate = 48_000;
const pageBytes = 65_536;

/** What the library offers, by its names in C. */
interface LibraryExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  emscripten_stack_init(): void;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  rnnoise_get_frame_size(): number;
  rnnoise_create(model: 0): number;
  rnnoise_process_frame(state: number, to: number, from: number): number;
  rnnoise_destroy(state: number): void;
}

interface Engine {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: unknown } }>;
}

// The type libraries in use do not include WebAssembly.
const { WebAssembly: engine } = globalThis as unknown as { WebAssembly: Engine };

/** RNNoise, loaded once for all calls of a process. */
export interface NoiseLibrary {
  /** Memory of the library and everything that is open in it. */
  memoryBytes(): number;
  open(sampleRate: number): Denoiser;
}

/** Loads the library; its own code is for browsers, and the little of it that is needed is here. */
export async function loadRnnoise(): Promise<NoiseLibrary> {
  const path = fileURLToPath(import.meta.resolve('@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm'));
  const { instance } = await engine.instantiate(await readFile(path), {
    env: {
      emscripten_memcpy_big(to: number, from: number, bytes: number) {
        new Uint8Array(library.memory.buffer).copyWithin(to, from, from + bytes);
      },
      emscripten_resize_heap(bytes: number) {
        try {
          library.memory.grow(Math.ceil((bytes - library.memory.buffer.byteLength) / pageBytes));
          return 1;
        } catch {
          return 0;
        }
      },
      __assert_fail() {
        throw new Error('RNNoise has failed.');
      },
    },
  });
  const library = instance.exports as LibraryExports;
  library.emscripten_stack_init();
  library.__wasm_call_ctors();
  const size = library.rnnoise_get_frame_size();
  // One frame is worked on at a time, of whichever call.
  const from = library.malloc(size * Float32Array.BYTES_PER_ELEMENT);
  const to = library.malloc(size * Float32Array.BYTES_PER_ELEMENT);
  const process = (state: number, frame: Int16Array): Int16Array => {
    new Float32Array(library.memory.buffer, from, size).set(frame);
    library.rnnoise_process_frame(state, to, from);
    return Int16Array.from(new Float32Array(library.memory.buffer, to, size), toSample);
  };
  return {
    memoryBytes: () => library.memory.buffer.byteLength,
    open(sampleRate) {
      let state = library.rnnoise_create(0);
      if (state === 0) throw new Error('RNNoise has no memory for another call.');
      const stream = denoisedStream(sampleRate, size, (frame) => process(state, frame));
      return {
        push(frame) {
          if (state === 0) throw new Error('The denoiser is closed.');
          return stream(frame);
        },
        close() {
          if (state !== 0) library.rnnoise_destroy(state);
          state = 0;
        },
      };
    },
  };
}

/** Converts to the library's rate and frames and back. What this and the library hold back is about 20 ms. */
function denoisedStream(
  sampleRate: number,
  size: number,
  denoise: (frame: Int16Array) => Int16Array,
): (frame: Int16Array) => Int16Array {
  const up = new Resampler(sampleRate, libraryRate);
  const down = new Resampler(libraryRate, sampleRate);
  let waiting = new Int16Array(0);
  let ready = new Int16Array(0);
  return (frame) => {
    waiting = joined(waiting, up.push(frame));
    let at = 0;
    for (; at + size <= waiting.length; at += size)
      ready = joined(ready, down.push(denoise(waiting.subarray(at, at + size))));
    waiting = waiting.slice(at);
    // Missing at the beginning alone, and as much later ever after.
    if (ready.length < frame.length) ready = joined(new Int16Array(frame.length - ready.length), ready);
    const out = ready.slice(0, frame.length);
    ready = ready.slice(frame.length);
    return out;
  };
}

function joined(before: Int16Array, after: Int16Array): Int16Array<ArrayBuffer> {
  const all = new Int16Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

function toSample(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}

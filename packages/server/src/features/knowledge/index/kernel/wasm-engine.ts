/** A memory that kernels work on. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Makes it longer, in pages of 64 KB; views on it have to be created again. */
  grow(pages: number): number;
}

interface WasmEngine {
  Memory: new (descriptor: { initial: number }) => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Record<string, unknown> };
  validate(bytes: Uint8Array): boolean;
}

// The type libraries in use do not include WebAssembly.
export const { WebAssembly: wasmEngine } = globalThis as unknown as { WebAssembly: WasmEngine };

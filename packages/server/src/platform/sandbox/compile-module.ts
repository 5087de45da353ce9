import { readFile } from 'node:fs/promises';

/** A compiled WebAssembly module; it can be sent to worker threads as it is. */
export type CompiledModule = object;

interface Compiler {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
}

// The type libraries in use do not include WebAssembly.
const { WebAssembly: compiler } = globalThis as unknown as { WebAssembly: Compiler };

/** Compiles a module that a package ships, by its import name. */
export async function compileModule(specifier: string): Promise<CompiledModule> {
  return compiler.compile(await readFile(new URL(import.meta.resolve(specifier))));
}

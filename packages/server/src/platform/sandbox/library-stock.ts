import type { CompiledModule } from './compile-module.ts';
import type { LibraryAnswer } from './library-channel.ts';
import { compileLibrary } from './machine.ts';
import type { LibraryCommand } from './sandbox-message.ts';

/** The libraries of this process, asked of the server once and kept compiled for all threads. */
export function createLibraryStock(engine: CompiledModule, ask: (name: string) => void) {
  const waiting = new Map<string, PromiseWithResolvers<LibraryAnswer>>();
  const known = new Map<string, Promise<LibraryAnswer>>();

  return {
    find(name: string): Promise<LibraryAnswer> {
      const kept = known.get(name);
      if (kept) return kept;
      const asked = Promise.withResolvers<LibraryAnswer>();
      waiting.set(name, asked);
      known.set(name, asked.promise);
      ask(name);
      return asked.promise;
    },

    /** Takes the server's answer; a refusal is not kept, so that unknown names fill no memory. */
    async deliver({ name, source, problem }: LibraryCommand): Promise<void> {
      const asked = waiting.get(name);
      waiting.delete(name);
      if (source === undefined) {
        known.delete(name);
        asked?.resolve({ problem: problem ?? `"${name}" cannot be loaded.` });
        return;
      }
      try {
        asked?.resolve({ bytecode: shared(await compileLibrary(engine, source)) });
      } catch {
        asked?.resolve({ problem: `"${name}" cannot be loaded here.` });
      }
    },
  };
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  return memory;
}

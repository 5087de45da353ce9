import {
  EvalFlags,
  type ExtensionDescriptor,
  type HostFunction,
  type JSValueHandle,
  QuickJS,
} from 'quickjs-wasi';
import type { CompiledModule } from './compile-module.ts';

/** The compiled engine with its extensions and the guest scripts, created once and shared by all workers. */
export interface MachineParts {
  engine: CompiledModule;
  extensions: { name: string; wasm: CompiledModule }[];
  /** Bytecode run in order before anything else; the last one returns the functions of `Guest`. */
  guestScripts: Uint8Array[];
}

/** The guest's functions, as handles from before any user code ran. */
export interface Guest {
  allowFetch: JSValueHandle;
  describe: JSValueHandle;
  install: JSValueHandle;
  settle: JSValueHandle;
  start: JSValueHandle;
}

/** A fresh virtual machine for a single run; `attach` gives it its host before the run. */
export interface Machine {
  vm: QuickJS;
  guest: Guest;
  memoryBytes: number;
  attach(host: MachineHost): void;
}

/** What a running machine asks of its worker. */
interface MachineHost {
  /** True interrupts the code at once; polled about every ten thousand steps. */
  isOver(): boolean;
  /** One message with its text from the guest; returns a number (-1 refuses). */
  report(word: string, text: string): number;
}

const maxStackBytes = 256 * 1024;
const maxTextCharacters = 16 * 1024 * 1024;

/** Builds a fresh virtual machine with the guest scripts in it and nothing else. */
export async function createMachine(parts: MachineParts, memoryBytes: number): Promise<Machine> {
  let host: MachineHost = { isOver: () => false, report: () => -1 };
  const vm = await QuickJS.create({
    wasm: parts.engine,
    extensions: parts.extensions satisfies ExtensionDescriptor[],
    memoryLimit: memoryBytes,
    maxStackSize: maxStackBytes,
    timezoneOffset: 0,
    // The engine's own messages would otherwise go to this process's output stream.
    wasi: () => ({ fd_write: () => 8 }),
    interruptHandler: () => host.isOver(),
  });
  const report: HostFunction = (word, text) => vm.newNumber(host.report(readText(word), readText(text)));
  vm.setProp(vm.global, 'host', vm.newFunction('host', report));
  let guest = vm.undefined;
  for (const script of parts.guestScripts) guest = vm.evalBytecode(script);
  return {
    vm,
    guest: {
      allowFetch: guest.getProp('allowFetch'),
      describe: guest.getProp('describe'),
      install: guest.getProp('install'),
      settle: guest.getProp('settle'),
      start: guest.getProp('start'),
    },
    memoryBytes,
    attach: (next) => {
      host = next;
    },
  };
}

/** Compiles the guest scripts once, which saves a third of the time to build a machine. */
export async function compileGuest(engine: CompiledModule, sources: string[]): Promise<Uint8Array[]> {
  using vm = await QuickJS.create({ wasm: engine });
  return sources.map((source) => vm.compile(source, 'guest', EvalFlags.STRICT));
}

// Only real strings are read: converting anything else to one would run the user's code here.
function readText(handle: JSValueHandle | undefined): string {
  if (!handle?.isString || handle.length > maxTextCharacters) return '';
  return handle.toString();
}

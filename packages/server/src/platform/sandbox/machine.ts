import {
  CompileFlags,
  EvalFlags,
  type ExtensionDescriptor,
  type HostFunction,
  type JSValueHandle,
  QuickJS,
} from 'quickjs-wasi';
import type { CompiledModule } from './compile-module.ts';
import { answerHostCall } from './host-call.ts';

/** The compiled engine with its extensions and the guest scripts, created once and shared by all workers. */
export interface MachineParts {
  engine: CompiledModule;
  extensions: { name: string; wasm: CompiledModule }[];
  /** Bytecode run in order before anything else; the last one returns the functions of `Guest`. */
  guestScripts: Uint8Array[];
  /** Bytecode that the guest side loads when the code first touches what is in it. */
  lazyScripts: Record<string, Uint8Array>;
}

/** The guest's functions, as handles from before any user code ran. */
export interface Guest {
  allowFetch: JSValueHandle;
  asImport: JSValueHandle;
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
  /** One word with its text and bytes from the guest side; the number answers it (-1 refuses). */
  report(word: string, text: string, bytes: Uint8Array | undefined): number;
  /** Bytecode of a library by its name, which the code chose; a text says why there is none. */
  library(name: string): Uint8Array | string;
}

const maxStackBytes = 256 * 1024;
const maxTextCharacters = 16 * 1024 * 1024;

/** Builds a fresh virtual machine with the guest scripts in it and nothing else. */
export async function createMachine(parts: MachineParts, memoryBytes: number): Promise<Machine> {
  let host: MachineHost = { isOver: () => false, report: () => -1, library: () => '' };
  let guest: Guest | undefined;
  const vm = await QuickJS.create({
    wasm: parts.engine,
    extensions: parts.extensions satisfies ExtensionDescriptor[],
    memoryLimit: memoryBytes,
    maxStackSize: maxStackBytes,
    timezoneOffset: 0,
    // The engine's own messages would otherwise go to this process's output stream.
    wasi: () => ({ fd_write: () => 8 }),
    interruptHandler: () => host.isOver(),
    moduleLoader: {
      normalize: (_base: string, specifier: string) => specifier,
      load: (name: string) =>
        guest ? vm.callFunction(guest.asImport, vm.undefined, vm.newString(name)).toString() : '',
    },
  });

  const functions: Record<string, HostFunction> = {
    host: (word, text, bytes) => vm.newNumber(host.report(readText(word), readText(text), readBytes(bytes))),
    callHost: (word, text, bytes) => {
      const answer = answerHostCall(readText(word), readText(text), readBytes(bytes));
      return typeof answer === 'string' ? vm.newString(answer) : vm.newArrayBuffer(answer);
    },
    loadPart: (name) => vm.evalBytecode(parts.lazyScripts[readText(name)] ?? new Uint8Array()),
    loadLibrary: (name) => {
      const library = host.library(readText(name));
      return typeof library === 'string' ? vm.newString(library) : vm.evalBytecode(library);
    },
  };
  for (const [name, call] of Object.entries(functions))
    vm.setProp(vm.global, name, vm.newFunction(name, releasing(call)));

  let scope = vm.undefined;
  for (const script of parts.guestScripts) scope = vm.evalBytecode(script);
  guest = {
    allowFetch: scope.getProp('allowFetch'),
    asImport: scope.getProp('asImport'),
    describe: scope.getProp('describe'),
    install: scope.getProp('install'),
    settle: scope.getProp('settle'),
    start: scope.getProp('start'),
  };
  return {
    vm,
    guest,
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

/** Compiles a library, whose script is the body of a CommonJS module, to a function of what such a module sees. */
export async function compileLibrary(engine: CompiledModule, source: string): Promise<Uint8Array> {
  using vm = await QuickJS.create({ wasm: engine });
  const code = `(function (module, exports, require, process, global) {${source}\n})`;
  return vm.compile(code, 'library', 0, CompileFlags.STRIP_SOURCE | CompileFlags.STRIP_DEBUG);
}

// Only real strings are read: turning anything else into one would run the user's code here.
function readText(handle: JSValueHandle | undefined): string {
  if (!handle?.isString || handle.length > maxTextCharacters) return '';
  return handle.toString();
}

function readBytes(handle: JSValueHandle | undefined): Uint8Array | undefined {
  return handle?.isArrayBuffer ? handle.toUint8Array() : undefined;
}

// The engine takes its own hold of what a host function returns; ours has to end, or each call would cost memory. An
// error's stack would name files of this machine to the code inside.
function releasing(call: HostFunction): HostFunction {
  let last: JSValueHandle | undefined;
  return function (...args) {
    last?.dispose();
    last = undefined;
    try {
      last = call.apply(this, args);
      return last;
    } catch (error) {
      throw withoutStack(error);
    }
  };
}

function withoutStack(error: unknown): Error {
  const plain = new Error(error instanceof Error ? error.message : 'The engine failed.');
  plain.stack = '';
  return plain;
}

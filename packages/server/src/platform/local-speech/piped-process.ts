import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { AppError } from '@tendril/contract/app-error';

interface PipedOptions {
  /** Absolute path of the program. */
  program: string;
  /** Fixed words and numbers; never user input. */
  arguments: readonly string[];
  signal: AbortSignal;
  /** Longest life of the process. */
  longestMs: number;
  /** Largest output that is kept, in bytes; a program that writes more is killed. */
  mostBytes: number;
  onOutput?: (bytes: Buffer) => void;
}

// Node gives a child a socket as stdin, and programs that open /dev/stdin by its name cannot open one: `cat` turns it
// into a pipe.
const script = 'cat | exec "$0" "$@"';
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/**
 * A program that reads its input and writes its output, and is killed with all its children when it is no longer
 * needed.
 */
export class PipedProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended = Promise.withResolvers<Buffer>();
  readonly #output: Buffer[] = [];
  #size = 0;
  #isOver = false;

  constructor(options: PipedOptions) {
    this.#child = spawn('/bin/sh', ['-c', script, options.program, ...options.arguments], {
      env: environment,
      // A group of its own, so that all of it can be killed at once.
      detached: true,
    });
    const timer = setTimeout(() => this.#fail(broken('took too long')), options.longestMs);
    const abort = () => this.#fail(options.signal.reason);
    options.signal.addEventListener('abort', abort, { once: true });
    if (options.signal.aborted) abort();
    this.#child.stdout.on('data', (bytes: Buffer) => this.#keep(bytes, options));
    this.#child.stderr.resume();
    this.#child.on('error', (error) => this.#fail(broken('could not be started', error)));
    // A program that ends early leaves further input without a reader.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('close', (code) => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
      this.#isOver = true;
      if (code === 0) this.#ended.resolve(Buffer.concat(this.#output));
      else this.#ended.reject(broken(`ended with ${code}`));
    });
    this.#ended.promise.catch(() => undefined);
  }

  /** Settles when it has ended in any way; never rejects. */
  get closed(): Promise<unknown> {
    return this.#ended.promise.catch(() => undefined);
  }

  write(bytes: Uint8Array | string): void {
    if (!this.#isOver) this.#child.stdin.write(bytes);
  }

  /** Closes the input; resolves with the whole output. */
  end(): Promise<Buffer> {
    if (!this.#isOver) this.#child.stdin.end();
    return this.#ended.promise;
  }

  #keep(bytes: Buffer, { mostBytes, onOutput }: PipedOptions): void {
    this.#size += bytes.length;
    if (this.#size > mostBytes) {
      this.#fail(broken('said too much'));
      return;
    }
    this.#output.push(bytes);
    onOutput?.(bytes);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended.reject(error);
    this.#child.stdin.destroy();
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function broken(what: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', `The local stand-in ${what}.`, { cause });
}

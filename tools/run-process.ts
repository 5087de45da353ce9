import { spawn } from 'node:child_process';

/** How a finished process ended, and its output if captured. */
export interface ProcessResult {
  code: number;
  output: string;
  durationMs: number;
}

export interface ProcessOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  /** Captures the output instead of showing it. */
  isCaptured?: boolean;
  /** What it reads; only where its output is captured. */
  input?: string;
  /** Ends the process, and counts it as failed, when it takes longer. */
  timeoutMs?: number;
}

const killAfterMs = 5_000;

/** Runs a program to its end; a program that cannot be started, or is ended by a signal, has code 1. */
export async function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult> {
  const { isCaptured, input, timeoutMs, ...spawnOptions } = options;
  const startedAt = performance.now();
  const child = spawn(command, args, { ...spawnOptions, stdio: isCaptured ? 'pipe' : 'inherit' });
  if (input !== undefined) child.stdin?.end(input);
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));

  const timer = timeoutMs && setTimeout(() => endProcess(child.pid, options), timeoutMs);
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('error', (error) => {
    output.push(Buffer.from(`${error.message}\n`));
    resolve(1);
  });
  child.on('close', (code) => resolve(code ?? 1));
  const code = await promise;
  clearTimeout(timer || undefined);
  return { code, output: Buffer.concat(output).toString(), durationMs: performance.now() - startedAt };

  function endProcess(pid: number | undefined, { isCaptured: isQuiet }: ProcessOptions): void {
    const message = `${command} was ended after ${timeoutMs} ms\n`;
    if (isQuiet) output.push(Buffer.from(message));
    else console.error(message);
    if (!pid) return;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
  }
}

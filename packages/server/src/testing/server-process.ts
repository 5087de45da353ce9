import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { codeCache } from './code-cache.ts';

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));

/** The real server as a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Where it listens; empty when it ended instead. */
  readonly url: string;
  /** Everything that it printed. */
  output(): string;
  /** Ends it and waits; returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the server with these variables and no others; resolves when it listens or has ended. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: '', PORT: '0', ...codeCache, ...environment },
  });
  const exited = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        output += part;
        const address = /listens on (http:\S+)/.exec(output)?.[1];
        if (address) resolve(address);
      });
    // Not `exit`: its last output may still be in flight then.
    child.on('close', () => resolve(''));
  });
  return {
    child,
    pid: child.pid ?? 0,
    url,
    output: () => output,
    async stop(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}

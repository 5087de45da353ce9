import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readLines } from './read-lines.ts';
import { type SandboxCommand, type SandboxReport, sandboxReport } from './sandbox-message.ts';

const maxLineCharacters = 16 * 1024 * 1024;
const maxErrorCharacters = 2000;

/** The sandbox process as the server sees it. */
export interface SandboxChild {
  readonly processId: number | undefined;
  send(command: SandboxCommand): void;
  /** Kills the process at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Events of the process; `onGone` comes once, with what the process wrote to its error stream. */
interface SandboxChildListener {
  onReport(report: SandboxReport): void;
  onGone(errorText: string): void;
}

/**
 * Starts the sandbox process: no environment, no right to write files, to start processes or to load add-ons, to read
 * anything but its own source and its engine; it exits by itself when this process is gone.
 */
export function startSandboxChild(memoryBytes: number, listener: SandboxChildListener): SandboxChild {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const engine = fileURLToPath(new URL('.', import.meta.resolve('quickjs-wasi/package.json')));
  const rights = ['--permission', '--allow-worker', `--allow-fs-read=${folder}`, `--allow-fs-read=${engine}`];
  const flags = ['--disallow-code-generation-from-strings', '--disable-proto=delete', '--no-warnings'];
  const child = spawn(
    process.execPath,
    [...rights, ...flags, fileURLToPath(new URL('sandbox-process.ts', import.meta.url)), String(memoryBytes)],
    { cwd: folder, env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  );

  let errorText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-maxErrorCharacters);
  });
  // Writing to a process that has just ended fails here; its end is reported separately.
  child.stdin.on('error', () => undefined);

  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => finish(error.message));
    child.once('close', () => finish(errorText));

    function finish(text: string): void {
      resolve();
      listener.onGone(text);
    }
  });

  function receive(line: string): void {
    const report = readReport(line);
    if (report) listener.onReport(report);
    else child.kill('SIGKILL');
  }

  readLines(child.stdout, maxLineCharacters, receive, () => child.kill('SIGKILL'));

  return {
    processId: child.pid,
    send: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}

function readReport(line: string): SandboxReport | undefined {
  try {
    return sandboxReport.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SystemUser } from '../postgres/unprivileged-user.ts';

/** A private server for tests; nothing of it outlives `stop`. */
export interface TestDatabase {
  url: string;
  stop(): Promise<void>;
}

interface Program {
  name: string;
  file: string;
  /** The name it is started by, where that says what it does. */
  argv0?: string;
  args: readonly string[];
  folder: string;
  port: number;
  /** Whom it runs as, where it refuses to run as root. */
  user?: SystemUser | undefined;
}

const readyWithinMs = 60_000;
const lookAgainMs = 50;

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

async function untilReady(child: ChildProcess, { name, port }: Program): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended while starting.`);
    if (performance.now() > deadline) throw new Error(`${name} was not ready in time.`);
    await pause(lookAgainMs);
  }
}

/** Starts a server in a folder of its own, which is removed with it. */
export async function startProgram(program: Program): Promise<Omit<TestDatabase, 'url'>> {
  const { file, args, folder, argv0, user } = program;
  const child = spawn(file, args, { cwd: folder, stdio: 'ignore', ...(argv0 && { argv0 }), ...user });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const stop = async () => {
    process.off('exit', endWithUs);
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await untilReady(child, program).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { stop };
}

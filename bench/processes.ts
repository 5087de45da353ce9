import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadFigures, LoadOptions } from './load.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function firstMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

export interface ModelServer {
  port: number;
  stop(): void;
}

export async function startModelServer(delayMs: number): Promise<ModelServer> {
  const child = fork(script('./model-server.ts'), [String(delayMs)]);
  return { port: await firstMessage<number>(child), stop: () => child.disconnect() };
}

export async function loadInOwnProcess(options: LoadOptions): Promise<LoadFigures> {
  const child = fork(script('./load.ts'));
  child.send(options);
  return firstMessage<LoadFigures>(child);
}

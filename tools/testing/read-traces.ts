/** The state of a process that a file of tests could change for the next one. */
export interface Traces {
  env: Record<string, string | undefined>;
  folder: string;
  /** How many there are of everything that keeps a process alive: servers, sockets, processes, timers. */
  resources: Record<string, number>;
  /** What the usual names stand for. */
  globals: Record<string, unknown>;
  /** How many listeners the ends and errors of the process have. */
  listeners: Record<string, number>;
}

const events = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection'];
const names = [
  'fetch',
  'WebSocket',
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'console',
  'crypto',
];

/** Reads the state of this process. */
export function readTraces(): Traces {
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  const scope: Record<string, unknown> = globalThis as never;
  return {
    env: { ...process.env },
    folder: process.cwd(),
    resources,
    globals: Object.fromEntries(names.map((name) => [name, scope[name]])),
    listeners: Object.fromEntries(events.map((name) => [name, process.listenerCount(name)])),
  };
}

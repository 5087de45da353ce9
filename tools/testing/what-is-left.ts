import type { Traces } from './read-traces.ts';

/** Kinds that end by themselves, or with the server of theirs that is looked for. */
const passing = new Set([
  'CloseReq',
  'FSReqCallback',
  'FSReqPromise',
  'Immediate',
  'PipeWrap',
  'TCPSocketWrap',
  'TickObject',
  'Timeout',
  'Zlib',
]);

/** Names what a file of tests left behind; empty where the process is as it was. */
export function whatIsLeft(before: Traces, after: Traces, isFaked: boolean): string[] {
  const names = new Set([...Object.keys(before.env), ...Object.keys(after.env)]);
  const changed = [...names].filter((name) => before.env[name] !== after.env[name]);
  const more = (one: Record<string, number>, other: Record<string, number>) =>
    Object.keys(other).filter((name) => (other[name] ?? 0) > (one[name] ?? 0));
  return [
    ...changed.map((name) => `the variable ${name} is another one`),
    ...(before.folder === after.folder ? [] : ['the working folder is another one']),
    ...(isFaked ? ['timers are still faked'] : []),
    ...Object.keys(before.globals)
      .filter((name) => before.globals[name] !== after.globals[name])
      .map((name) => `the global ${name} is another one`),
    ...more(before.resources, after.resources)
      .filter((name) => !passing.has(name))
      .map(
        (name) =>
          `${name} is still open (${before.resources[name] ?? 0} before, ${after.resources[name]} now)`,
      ),
    ...more(before.listeners, after.listeners).map(
      (name) => `a listener of the process for ${name} is still there`,
    ),
  ];
}

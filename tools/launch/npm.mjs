import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// A person's settings for where packages come from; everything else in npm_* describes the outer npm's own run.
const sourceSettings =
  /^npm_config_(registry|cache|userconfig|globalconfig|proxy|https?_proxy|noproxy|cafile|ca|strict_ssl|offline|prefer_offline|fetch_\w+|maxsockets|.*:.*)$/i;

/** Copies an environment without npm's variables: for the server and other children that never call npm. */
export function withoutNpm(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name)));
}

/** Copies an environment for a nested npm: it keeps where packages come from and drops the outer npm's own run. */
export function forFreshNpm(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^npm_/i.test(name) || sourceSettings.test(name)),
  );
}

function npmOnPath(environment) {
  const names = process.platform === 'win32' ? ['npm.cmd'] : ['npm'];
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** Finds npm as `{ script }` (to be run by a Node) or `{ command }`; throws when there is none. */
export function findNpm(environment = process.env) {
  const outer = environment.npm_execpath;
  if (outer && /npm-cli\.c?js$/.test(outer) && existsSync(outer)) return { script: outer };

  const command = npmOnPath(environment);
  if (!command) throw new Error('npm was not found: install Node with npm, then run this again.');
  const file = realpathSync(command);
  return /\.c?js$/.test(file) ? { script: file } : { command };
}

/**
 * Runs npm with the given Node in a folder and returns whether it succeeded; unless quiet, its output goes to this
 * terminal.
 */
export function runNpm(node, args, cwd, isQuiet = false) {
  const npm = findNpm();
  const output = isQuiet ? 'ignore' : 'inherit';
  const options = { cwd, env: forFreshNpm(process.env), stdio: ['ignore', output, output] };
  const result = npm.script
    ? spawnSync(node, [npm.script, ...args], options)
    : spawnSync(npm.command, args, { ...options, shell: process.platform === 'win32' });
  return result.status === 0;
}

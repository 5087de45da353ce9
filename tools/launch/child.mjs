import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './folders.mjs';

const passedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// npm forwards signals that the whole process group has already received: twice within this time is one signal.
const sameSignalMs = 1000;

/**
 * Runs a script with the given Node in this checkout, with options of Node if given, forwards signals, and exits as the
 * script did.
 */
export function becomeChild(node, script, args, env, nodeFlags = []) {
  const child = spawn(node, [...nodeFlags, '--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  for (const signal of passedSignals) {
    let passedAt = Number.NEGATIVE_INFINITY;
    process.on(signal, () => {
      // A terminal's Ctrl-C reaches the child directly; forwarded again it would look like a second, impatient one.
      const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      if (isFromTerminal || performance.now() - passedAt < sameSignalMs) return;
      passedAt = performance.now();
      child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** How many milliseconds npm took before this process began (Linux only; undefined elsewhere or without npm). */
export function npmShareMs(environment = process.env) {
  if (process.platform !== 'linux' || !environment.npm_execpath) return undefined;
  try {
    const startedAt = (pid) =>
      Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[19],
      );
    return Math.round(((startedAt('self') - startedAt(npmProcess())) * 1000) / ticksPerSecond);
  } catch {
    // A hidden /proc only costs us the figure.
    return undefined;
  }
}

function npmProcess() {
  let pid = process.ppid;
  // The shell with which npm starts scripts either replaces itself by this process or is its parent.
  while (
    /^\/?(?:\S*\/)?(?:sh|bash|dash)$/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0])
  ) {
    pid = Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  }
  return pid;
}

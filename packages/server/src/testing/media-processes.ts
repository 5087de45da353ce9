import { readFileSync } from 'node:fs';

/** The processes that this one has started for the sound of calls. */
export function mediaProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();
  return children
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('media.process'))
    .map(Number);
}

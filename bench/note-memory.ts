import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the media process by `--import`: at a signal, writes to the file that the address of this module names
 * what of its memory is in use, and how much of what it has opened is open.
 */
const path = new URL(import.meta.url).searchParams.get('to') ?? '';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const used = (heapUsed + arrayBuffers) / 2 ** 20;
  writeFileSync(path, JSON.stringify({ usedMb: used, handles: process.getActiveResourcesInfo().length }));
});

import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
/** Less is not enough to import a large file; more lets garbage pile up. */
const leastMb = 256;
const mostMb = 2048;
/** The young objects of one request fit; larger semi-spaces only use more memory. */
const semiSpaceMb = 8;
/** What a start makes stays, so collecting before it is made only takes time: the heap begins larger than that. */
const initialMb = 96;
/** The heap is tidied when it has grown by this since the last time; by itself V8 lets it become four times as large. */
const growingPercent = 40;
/** So few young objects are copied faster by one thread than several agree on who copies what. */
const young = '--no-parallel-scavenge';

/** The memory available on this machine, or in its container. */
export function availableMb() {
  const constrained = process.constrainedMemory();
  const total = totalmem();
  // Without a limit some systems return 0, others a number beyond any machine.
  return Math.floor((constrained > 0 ? Math.min(constrained, total) : total) / megabyte);
}

/**
 * Options that keep the server's heap in proportion to the memory: a quarter of it. What NODE_OPTIONS says about the
 * heap takes precedence, so those options are left out: on the command line they would override it.
 */
export function heapFlags(memoryMb, nodeOptions = '') {
  const heapMb = Math.min(mostMb, Math.max(leastMb, Math.floor(memoryMb / 4)));
  const flags = [
    `--max-old-space-size=${heapMb}`,
    `--initial-heap-size=${initialMb}`,
    `--max-semi-space-size=${semiSpaceMb}`,
    `--heap-growing-percent=${growingPercent}`,
    young,
  ];
  return flags.filter((flag) => {
    const [name = ''] = flag.split('=');
    return !nodeOptions.replaceAll('_', '-').includes(name);
  });
}

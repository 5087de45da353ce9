import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
/** Less is not enough to import a large file; more lets garbage pile up that nobody asked for. */
const leastMb = 256;
const mostMb = 2048;
/** Young objects of one request fit; larger halves only fill the memory before they are looked at. */
const semiSpaceMb = 8;

/** The memory that this machine, or the container around us, gives. */
export function availableMb() {
  const constrained = process.constrainedMemory();
  const total = totalmem();
  // Without a limit some systems answer 0, others a number past all machines.
  return Math.floor((constrained > 0 ? Math.min(constrained, total) : total) / megabyte);
}

/**
 * Options that keep the server's heap in proportion to the memory: a quarter of it. What NODE_OPTIONS says of the heap
 * holds instead; options of a command line would win over it.
 */
export function heapFlags(memoryMb, nodeOptions = '') {
  const heapMb = Math.min(mostMb, Math.max(leastMb, Math.floor(memoryMb / 4)));
  return [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`].filter((flag) => {
    const [name = ''] = flag.split('=');
    return !nodeOptions.replaceAll('_', '-').includes(name);
  });
}

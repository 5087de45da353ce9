import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { availableMb, heapFlags } from './heap-flags.mjs';

describe('the heap of the server', () => {
  it.each([
    [512, 256],
    [2048, 512],
    [4096, 1024],
    [65_536, 2048],
  ])('a machine of %i MB gives it %i', (memoryMb, heapMb) => {
    expect(heapFlags(memoryMb)).toEqual([
      `--max-old-space-size=${heapMb}`,
      '--initial-heap-size=96',
      '--max-semi-space-size=8',
      '--heap-growing-percent=40',
      '--no-parallel-scavenge',
    ]);
  });

  it('is what NODE_OPTIONS says, in either spelling', () => {
    expect(heapFlags(4096, '--max-old-space-size=3000')).toEqual([
      '--initial-heap-size=96',
      '--max-semi-space-size=8',
      '--heap-growing-percent=40',
      '--no-parallel-scavenge',
    ]);
    const all =
      '--max_semi_space_size=64 --max_old_space_size=100 --initial_heap_size=20 --heap_growing_percent=90 --no_parallel_scavenge';
    expect(heapFlags(4096, all)).toEqual([]);
  });

  it('is made of options that Node takes, and counts the memory that there is', () => {
    expect(availableMb()).toBeGreaterThan(64);
    const script =
      'console.log(Math.floor(require("node:v8").getHeapStatistics().heap_size_limit / 1048576))';
    const limit = Number(execFileSync(process.execPath, [...heapFlags(1200), '-e', script]));
    expect(limit).toBeGreaterThanOrEqual(300);
    expect(limit).toBeLessThan(400);
  });
});

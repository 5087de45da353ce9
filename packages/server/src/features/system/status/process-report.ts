import { statfs } from 'node:fs/promises';
import { endpoint } from '@tendril/contract/api/endpoint';
import * as z from 'zod';
import type { Infrastructure } from '../../../platform/infrastructure.ts';

/** What only a process itself knows of how it is. */
export const processReport = z.object({
  /** Of its machine; null where it cannot be read. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
  lastWriteErrorAt: z.number().nullable(),
  /** Since when it does not reach the bucket with the files; null where it does, or where there is none. */
  bucketLostAt: z.number().nullable(),
});
export type ProcessReport = z.output<typeof processReport>;

export const readProcessReport = endpoint({
  method: 'GET',
  path: '/internal/system/report',
  auth: 'internal',
  tag: 'Internal',
  summary: 'How a process is: its disk, its writes and its way to the files.',
  response: processReport,
});

/** The bucket is asked at most so often, however many look at the screen. */
const bucketMs = 30_000;

/** Reports of this process. */
export function createProcessReporter({
  config,
  bucket,
  metrics,
}: Pick<Infrastructure, 'config' | 'bucket' | 'metrics'>) {
  let lostAt: number | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function lookAtBucket(): Promise<void> {
    if (!bucket || performance.now() - askedAt < bucketMs) return;
    askedAt = performance.now();
    try {
      await bucket.check();
      lostAt = null;
    } catch {
      lostAt ??= Date.now();
    }
  }

  return async (): Promise<ProcessReport> => {
    await lookAtBucket();
    const disk = await readDisk(config.home);
    return { disk, lastWriteErrorAt: metrics.writeErrors.lastAt ?? null, bucketLostAt: lostAt };
  };
}

async function readDisk(home: string): Promise<ProcessReport['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(home);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

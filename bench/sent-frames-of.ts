import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lateness } from './frame-lateness.ts';

/** Notes when a media process sends its frames: what to start it with, and what was noted once it has ended. */
export function sentFrames(folder: string): { nodeOptions: string[]; read(): Lateness | undefined } {
  const path = join(folder, 'sent.json');
  const address = new URL('./sent-frames.ts', import.meta.url);
  address.searchParams.set('to', path);
  return {
    nodeOptions: ['--import', address.href],
    read: () => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Lateness) : undefined),
  };
}

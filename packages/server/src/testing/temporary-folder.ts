import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder for one test. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tendril-test-'));
}

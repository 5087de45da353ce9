import { createHash } from 'node:crypto';

/** The trace of a run: its UUID is the sixteen bytes of a trace's id. */
export function traceIdOf(runId: string): string {
  return runId.replaceAll('-', '').toLowerCase();
}

/** The eight bytes of a span's id, the same each time for the same step. */
export function spanIdOf(stepId: string): string {
  return createHash('sha256').update(stepId).digest('hex').slice(0, 16);
}

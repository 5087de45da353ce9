import type { Scope } from '../../../platform/db/scope.ts';
import type { toolStore } from './tools.store.ts';

/** A tool that is called all the time is not written all the time. */
const restMs = 5000;
const maxKept = 10_000;

/** Writes when tools were last called, behind the runs' backs. */
export function createToolMarks(store: Pick<ReturnType<typeof toolStore>, 'mark'>) {
  const written = new Map<string, { at: number; hasFailed: boolean }>();

  return {
    /** A write that fails is let go: the mark is a convenience. */
    note(scope: Scope, toolId: string, hasFailed: boolean): void {
      const at = Date.now();
      const last = written.get(toolId);
      if (last && last.hasFailed === hasFailed && at - last.at < restMs) return;
      if (written.size >= maxKept) written.clear();
      written.set(toolId, { at, hasFailed });
      store.mark(scope, toolId, { lastRunAt: at, lastRunFailed: hasFailed ? 1 : 0 }).catch(() => undefined);
    },
  };
}

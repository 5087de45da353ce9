import type { Scope } from '../../../platform/db/scope.ts';
import type { toolStore } from './tools.store.ts';

/** A tool that is called constantly is not written constantly. */
const restMs = 5000;
const maxKept = 10_000;

/** Records when tools were last called, outside the runs' own writes. */
export function createToolMarks(store: Pick<ReturnType<typeof toolStore>, 'mark'>) {
  const written = new Map<string, { at: number; hasFailed: boolean }>();

  return {
    /** A failed write is ignored: the time is only informative. */
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

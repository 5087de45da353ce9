import * as z from 'zod';

const runningRun = z.object({ runId: z.string(), chatId: z.string(), question: z.string() });

/** A run of this tab that was last known to be in progress. */
export type RunningRun = z.output<typeof runningRun>;

const keyOf = (flowId: string) => `${flowId}_RUN`;

/** Notes the run under way, so that a reload of the tab finds it again. */
export function keepRunningRun(flowId: string, run: RunningRun): void {
  sessionStorage.setItem(keyOf(flowId), JSON.stringify(run));
}

export function readRunningRun(flowId: string): RunningRun | undefined {
  try {
    return runningRun.safeParse(JSON.parse(sessionStorage.getItem(keyOf(flowId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function forgetRunningRun(flowId: string): void {
  sessionStorage.removeItem(keyOf(flowId));
}

// What other features and the composition may use of this one.
export { ephemeralRuns } from './ephemeral-runs.ts';
export { runListQueries } from './run-list.store.ts';
export type { ProgressEntry } from './run-progress.ts';
export type { AbandonedRun, ContinueRun } from './run-recovery.ts';
export type { FinishedRun } from './run-relays.ts';
export { removeRuns } from './run-removal.ts';
export { runRoutes } from './runs.routes.ts';
export { type ActiveRun, createRunService, type RunService, type Turn } from './runs.ts';
export { notWaiting } from './waiting-runs.ts';

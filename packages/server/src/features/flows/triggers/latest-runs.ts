interface LatestRun {
  state: string;
  runStatus: string | null;
}

/** Whether a start waits for its run, or its run is under way; one that asks a person does not hold up the next. */
export function isUnderWay({ state, runStatus }: LatestRun): boolean {
  return runStatus === 'running' || (state === 'waiting' && runStatus === null);
}

/** Whether a start led to no run, or to one that failed. */
export function isFailing({ state, runStatus }: LatestRun): boolean {
  return state === 'failed' || runStatus === 'failed';
}

import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import { LiveRun } from './live-run.ts';
import type { RunService } from './runs.ts';

/** Runs of which nothing is stored: not the question, not the answer, no event. Their caller stops them. */
export function ephemeralRuns(): Pick<RunService, 'begin' | 'finish' | 'keepProgress' | 'sessionState'> {
  return {
    begin: async (turn) => new LiveRun(mintOrderedId(), mintOrderedId(), turn),

    keepProgress: async () => {},
    sessionState: async () => undefined,

    async finish(run, { answer }) {
      run.end();
      if (answer?.text !== undefined) return answer.text;
      return answer?.json === undefined ? run.text : JSON.stringify(answer.json);
    },
  };
}

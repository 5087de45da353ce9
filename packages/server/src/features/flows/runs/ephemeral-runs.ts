import { AppError } from '@tendril/contract/app-error';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import { LiveRun } from './live-run.ts';
import type { RunService } from './runs.ts';

/** Runs of which nothing is stored: not the question, not the answer, no event. Their caller stops them. */
export function ephemeralRuns(): Pick<
  RunService,
  'begin' | 'finish' | 'keepProgress' | 'sessionState' | 'startedBefore' | 'read'
> {
  return {
    begin: async (turn) => new LiveRun(mintOrderedId(), mintOrderedId(), turn),

    keepProgress: async () => {},
    sessionState: async () => undefined,
    startedBefore: async () => undefined,
    async read() {
      throw new AppError('NOT_FOUND', 'Run not found.');
    },

    async finish(run, outcome) {
      run.end();
      const { text = run.text, json } = outcome.answer ?? {};
      return { outcome, text: json === undefined ? text : JSON.stringify(json) };
    },
  };
}

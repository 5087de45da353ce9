import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

// Each file starts a server of its own. Two at a time: a journey mostly waits for its page.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A machine that is busy elsewhere fails one of hundreds; whatever needed a second try is named at the end.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The longest a page may take; what is there sooner is seen sooner.
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
});

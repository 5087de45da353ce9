import { defineConfig } from 'vitest/config';

// Each file starts a server of its own; one file at a time leaves the machine's cores to server and browser.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The longest a page may take; what is there sooner is seen sooner.
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
});

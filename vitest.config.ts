import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of calls, which go by the clock: what is said takes as long as it takes. */
const calls = ['phone-lines', 'calls', 'simulations', 'call-replays'].map(
  (folder) => `packages/server/src/features/voice/${folder}/**/*.test.ts`,
);

const nodeProjects = ['contract', 'engine', 'catalogue', 'voice', 'sip', 'server'].map((name) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node',
    include: [`packages/${name}/src/**/*.test.ts`],
    exclude: [...configDefaults.exclude, ...calls],
    // One process runs many files, which spares loading the code for each; none may leave anything behind. A server that
    // stops takes what its process shares with it, so each file of its tests has a process of its own.
    isolate: name === 'server',
    setupFiles: ['tools/testing/leaves-nothing.ts'],
  },
}));

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for comes; how fast depends on what else the machine does.
    expect: { poll: { timeout: 15_000 } },
    // Two cores are the smallest machine the suite is meant for.
    maxWorkers: 2,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      ...nodeProjects,
      {
        extends: true,
        test: {
          name: 'calls',
          environment: 'node',
          include: calls,
          setupFiles: ['tools/testing/leaves-nothing.ts'],
          // They mostly wait, so that two cores carry three; apart from the others, whose work would make them late.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'tools', environment: 'node', include: ['tools/**/*.test.ts'] } },
      { extends: true, test: { name: 'campaign', environment: 'node', include: ['campaign/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/web/src/kit/testing/clear-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'widget',
          environment: 'happy-dom',
          isolate: false,
          include: ['packages/widget/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});

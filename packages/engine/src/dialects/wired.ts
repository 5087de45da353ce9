import type { Dialect } from './dialect.ts';

/** Flows whose edges wire outputs to inputs: chat flows and sequential pipelines. Any drawing can be read as one. */
export const wired: Dialect = {
  name: 'wired',
  reads: () => true,
  compile: async (flow, catalogue) =>
    (await import('./wired/compile-wired.ts')).compileWired(flow, catalogue),
};

import { settings } from './config.ts';

/** The table of all variables in Markdown: printed by `--help`, stored as docs/configuration.md. */
export function describeConfig(): string {
  const rows = Object.values(settings).map(
    ({ variable, fallback, sentence }) => `| \`${variable}\` | ${fallback} | ${sentence} |`,
  );
  return [
    '# Configuration',
    '',
    'Every setting is an environment variable; none is needed to start.',
    '',
    '| Variable | When absent | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
    'Flow variables of the type "runtime" are read from `TENDRIL_VAR_<name>`; flows see no other variable.',
    '',
    'A web app that another server hands out gets the same settings when it is built, by `VITE_CORE_HOST`, `VITE_STUDIO_HOST`,',
    '`VITE_CORE_SERVICE` and `VITE_PRODUCT_NAME`; the page of this server goes by its settings.',
    '',
    '`npm start` gives the server a heap of a quarter of the memory, at most 2048 MB; `NODE_OPTIONS` sets another:',
    '`NODE_OPTIONS=--max-old-space-size=4096`. To start `main.mjs` directly, give Node its options there.',
    '',
    '`node packages/server/src/main.mjs --help` prints this page.',
    '',
  ].join('\n');
}

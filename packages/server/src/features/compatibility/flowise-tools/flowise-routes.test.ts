import { readFileSync } from 'node:fs';
import { publicPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowiseRoutes } from '../../../testing/flowise-routes.data.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const decision = readFileSync(
  new URL('../../../../../../docs/decisions/0040-flowise-api.md', import.meta.url),
  'utf8',
);
/** Of each row of the decision its routes; the second cell gives the reason. */
const leftOut = decision
  .split('\n')
  .filter((line) => /^\| `/.test(line) && (line.split('|')[2]?.trim().length ?? 0) > 20)
  .map((line) => line.split('|')[1] ?? '')
  .flatMap((cell) => [...cell.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, route]) => route ?? ''));

/** Names of parameters do not matter to a client. */
const shapeOf = (route: string) => route.replaceAll(/:\w+/g, ':');

describe("Flowise's API", () => {
  let app: TestApp;
  let served: Set<string>;
  beforeAll(async () => {
    app = await createTestApp();
    served = new Set(
      app.app.routes
        .filter(({ path }) => path.startsWith(`${publicPrefix}/`))
        .map(({ endpoint, path }) => shapeOf(`${endpoint.method} ${path.slice(publicPrefix.length)}`)),
    );
  });
  afterAll(() => app.close());

  // One route of ours answers for the four kinds of components.
  const isServed = (route: string) =>
    served.has(shapeOf(route)) || served.has(shapeOf(route.replace(/(components\/)\w+$/, '$1:kind')));

  it('is served under /api/v1, route by route, or listed in the decision with the reason', () => {
    const missing = flowiseRoutes.filter((route) => !isServed(route) && !leftOut.includes(route));
    expect(missing).toEqual([]);
  });

  it('is listed as left out only where it is not served, and where Flowise has it', () => {
    expect(leftOut.filter(isServed)).toEqual([]);
    expect(leftOut.filter((route) => !flowiseRoutes.includes(route))).toEqual([]);
    expect(new Set(leftOut).size).toBe(leftOut.length);
    expect(new Set(flowiseRoutes).size).toBe(flowiseRoutes.length);
  });
});

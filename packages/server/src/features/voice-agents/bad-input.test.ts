import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { addRetellSources } from '@tendril/contract/api/retell-knowledge-bases';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../testing/flow-fixtures.ts';
import { addressOf, furnishWorkspace, voiceEndpoints } from '../../testing/furnished-workspace.ts';
import { type FurnishedWorkspace, sampleBodies } from '../../testing/sample-bodies.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

type Json = unknown;
type Place = readonly (string | number)[];

const kept = ['voice_agent', 'voice_llm', 'voice_agent_version', 'assistant_phone_number'] as const;
const alsoKept = ['custom_voice', 'simulation', 'simulation_result', 'call', 'document_store'] as const;

/** Every place of a body, the first item of each list standing for all. */
function placesOf(value: Json, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesOf(inner, place)];
  });
}

function withValue(body: Json, [key, ...rest]: Place, value: Json): Json {
  if (key === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<string | number, Json>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

const valueAt = (body: Json, place: Place): Json =>
  place.reduce<Json>((inner, key) => (inner as Record<string | number, Json>)[key], body);

/** What no field takes that holds `good` now. */
function wrongFor(good: Json): Json[] {
  const everywhere = ['a\0b', 1e308, { constructor: 1 }, [[[]]]];
  if (typeof good === 'number') return [...everywhere, -1, 'NaN', '5x', true, {}, [], 'many'];
  if (typeof good === 'string') return [...everywhere, 7, true, {}, [], ['x'], 'x'.repeat(200_001)];
  if (typeof good === 'boolean') return [...everywhere, 'true', 1, 0, {}, []];
  if (Array.isArray(good)) return [...everywhere, 'text', 7, true, { 0: 'x' }, [7.5], [null]];
  return [...everywhere, 'text', 7, true, [], ['x']];
}

/** Fields that take any JSON: what stands in them is the caller's. */
const free = /metadata\.|arguments|\.match|parameters|filter_criteria|^data\.agent\.id$/;

describe.each(databases)('bad input to the voice half on %s', (database) => {
  let house: TestApp;
  let user: TestUser;
  let all: FurnishedWorkspace;

  beforeAll(async () => {
    house = await createTestApp({ database });
    user = await house.signIn();
    all = await furnishWorkspace(house, user, await makeFlow(user, await talkingFlow(user)));
  });
  afterAll(() => house.close());

  const send = (endpoint: EndpointDefinition, payload: Json) =>
    user.inject({
      method: endpoint.method,
      url: addressOf(endpoint, all),
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    });
  const state = async () => {
    const rows = [];
    for (const table of [...kept, ...alsoKept])
      rows.push(await house.ground.db.selectFrom(table).selectAll().orderBy('id').execute());
    return JSON.stringify(rows);
  };

  it('every route of the voice half that takes a body has a sample here', () => {
    const taking = voiceEndpoints(house).filter(({ body }) => body !== undefined);
    expect(taking.filter((endpoint) => !sampleBodies.has(endpoint)).map(({ path }) => path)).toEqual([]);
    expect(taking.length).toBeGreaterThan(30);
  });

  it.each([...sampleBodies.keys()].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))(
    'a wrong value in any field of %s is refused by its name, and nothing is half saved',
    async (_name, given) => {
      const endpoint = given as EndpointDefinition;
      const good = sampleBodies.get(endpoint)?.(all);
      const failures: string[] = [];
      for (const place of placesOf(good)) {
        const path = place.join('.');
        if (free.test(path)) continue;
        for (const wrong of wrongFor(valueAt(good, place))) {
          const before = await state();
          const answer = await send(endpoint, withValue(good, place, wrong));
          const told = `${path} = ${JSON.stringify(wrong).slice(0, 40)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
          if (answer.statusCode < 400 || answer.statusCode >= 500) failures.push(told);
          else if (!names(answer.json(), path)) failures.push(`not named: ${told}`);
          if ((await state()) !== before && answer.statusCode >= 400) failures.push(`half saved: ${told}`);
        }
      }
      expect(failures).toEqual([]);
    },
    120_000,
  );
});

function names(body: { code?: string; details?: { path: string }[] }, path: string): boolean {
  return (body.details ?? []).some((detail) => isNear(detail.path, path));
}

const isNear = (one: string, other: string) =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

void retellPrefix;
void addRetellSources;

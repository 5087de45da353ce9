import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { createPhoneNumber, updatePhoneNumber } from '@tendril/contract/api/phone-numbers';
import { createRetellKnowledgeBase } from '@tendril/contract/api/retell-knowledge-bases';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { createCustomVoice } from '@tendril/contract/api/voices';
import { toWav } from '@tendril/contract/voice/wav';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { addressOf, furnishWorkspace, voiceEndpoints } from '../../../testing/furnished-workspace.ts';
import { sampleBodies } from '../../../testing/sample-bodies/sample-bodies.ts';
import type { FurnishedWorkspace } from '../../../testing/sample-bodies/sample-body.ts';
import { type FormPart, formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Json = unknown;
type Place = readonly (string | number)[];

const kept = ['voice_agent', 'voice_llm', 'voice_agent_version', 'assistant_phone_number'] as const;
/** A registered call that nobody opens lapses by itself. */
const lapsed = { status: '', disconnectionReason: '', tokenHash: '', given: '' };
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

/** What databases themselves think differently about. */
const unstorable: Json[] = ['a\0b', 1e308];

/** What no field takes that holds `good` now. */
function wrongFor(good: Json): Json[] {
  const everywhere = [...unstorable, { constructor: 1 }, [[[]]]];
  if (typeof good === 'number') return [...everywhere, -1, 'NaN', '5x', true, {}, [], 'many'];
  if (typeof good === 'string') return [...everywhere, 7, true, {}, [], ['x'], 'x'.repeat(200_001)];
  if (typeof good === 'boolean') return [...everywhere, 'true', 1, 0, {}, []];
  if (Array.isArray(good)) return [...everywhere, 'text', 7, true, { 0: 'x' }, [7.5], [null]];
  return [...everywhere, 'text', 7, true, [], ['x']];
}

/** Fields that take any JSON, or what another place has no counterpart for: see their own tests. */
const free =
  /metadata\.|arguments|^agent_version$|\.args\.|\.match|parameters|filter_criteria|^data\.agent\.id$|^data\.settings\.brain\.|^provider$/;
/** Drafts of functions are kept as they are typed, and a text of a knowledge base or a file of contacts may be long. */
const isTaken = (path: string, wrong: Json) =>
  (/event_type_id$/.test(path) &&
    (wrong === -1 || typeof wrong === 'string') &&
    !String(wrong).includes('\0')) ||
  (/knowledge_base_texts\.0\.text$|^csv$/.test(path) && typeof wrong === 'string' && wrong.length > 200_000);

describe.each(databases)('bad input to the voice half on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let all: FurnishedWorkspace;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    all = await furnishWorkspace(app, user, await makeFlow(user, await talkingFlow(user)));
  });
  afterAll(() => app.close());

  const send = (endpoint: EndpointDefinition, payload: Json) =>
    user.inject({
      method: endpoint.method,
      url: addressOf(endpoint, all),
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    });
  const state = async () => {
    const all = [];
    for (const table of [...kept, ...alsoKept]) {
      const rows = await app.infrastructure.db.selectFrom(table).selectAll().orderBy('id').execute();
      all.push(table === 'call' ? rows.map((row) => ({ ...row, ...lapsed })) : rows);
    }
    return JSON.stringify(all);
  };

  it('every route of the voice half that takes a body has a sample here', () => {
    const taking = voiceEndpoints(app).filter(({ body, files }) => body !== undefined && files !== 'only');
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
        // What is refused for its kind never reaches a database: one of them shows it.
        for (const wrong of database === 'sqlite' ? wrongFor(valueAt(good, place)) : unstorable) {
          if (isTaken(path, wrong)) continue;
          const before = await state();
          const answer = await send(endpoint, withValue(good, place, wrong));
          const report = `${path} = ${JSON.stringify(wrong).slice(0, 40)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
          if (answer.statusCode < 400 || answer.statusCode >= 500) failures.push(report);
          else if (!names(answer.json(), path)) failures.push(`not named: ${report}`);
          if ((await state()) !== before && answer.statusCode >= 400) failures.push(`half saved: ${report}`);
        }
      }
      expect(failures).toEqual([]);
    },
    120_000,
  );

  it('ATK-068: a field that is nobody’s to set is refused by its name, or without any effect', async () => {
    const failures: string[] = [];
    const loose = new Set<EndpointDefinition>([createPhoneNumber, updatePhoneNumber]);
    const fields = 'isAdmin tenantId workspaceId ownerId userId createdAt updatedAt role isPublic apikeyid';
    for (const [endpoint, sample] of sampleBodies) {
      const isLoose = loose.has(endpoint) || endpoint.path.startsWith(retellPrefix);
      for (const field of fields.split(' ')) {
        const answer = await send(endpoint, { ...sample(all), [field]: 'elsewhere' });
        const report = `${endpoint.path} ${field}: ${answer.statusCode} ${answer.body.slice(0, 100)}`;
        if (answer.statusCode >= 500) failures.push(report);
        if (!isLoose && (answer.statusCode !== 400 || !names(answer.json(), field))) failures.push(report);
      }
    }
    for (const table of [...kept, ...alsoKept]) {
      const rows = await app.infrastructure.db.selectFrom(table).select('workspaceId').distinct().execute();
      const foreign = rows.filter(({ workspaceId }) => workspaceId !== user.caller.workspaceId);
      expect([table, foreign]).toEqual([table, []]);
    }
    expect(failures).toEqual([]);
  }, 120_000);

  it('a body that is none, too large, or holds a key that scripts live on is refused', async () => {
    const failures: string[] = [];
    for (const [endpoint, sample] of sampleBodies) {
      const before = await state();
      const bodies: [Json, number][] = [
        ...[[], 'text', 7, true, null].map((body): [Json, number] => [body, 400]),
        [{ ...sample(all), note: 'x'.repeat(endpoint.bodyLimit ?? 10 * 1024 * 1024) }, 413],
        [{ ...sample(all), ['__proto__']: { isAdmin: true } }, 400],
        [{ ...sample(all), constructor: { prototype: {} } }, 400],
      ];
      for (const [body, status] of bodies) {
        const answer = await send(endpoint, body);
        const report = `${endpoint.path} ${JSON.stringify(body).slice(0, 60)}: ${answer.statusCode}`;
        if (answer.statusCode !== status) failures.push(report);
      }
      if ((await state()) !== before) failures.push(`half saved: ${endpoint.path}`);
    }
    expect(failures).toEqual([]);
  }, 120_000);

  it('signs of every script, and halves of signs, never break a route', async () => {
    const failures: string[] = [];
    for (const [endpoint, sample] of sampleBodies) {
      const good = sample(all);
      for (const place of placesOf(good)) {
        if (typeof valueAt(good, place) !== 'string') continue;
        for (const text of ['👩‍👩‍👧 ñ שלום\u202e', '\ud83d', "'; drop table call; --", '${x} {{y}} %s %00']) {
          const answer = await send(endpoint, withValue(good, place, text));
          if (answer.statusCode >= 500) failures.push(`${endpoint.path} ${place.join('.')}: ${answer.body}`);
        }
      }
    }
    expect(failures).toEqual([]);
  }, 120_000);

  it('whatever stands where an id or a query should, no route breaks', async () => {
    const failures: string[] = [];
    const strange = [
      'nope',
      '\0',
      'a\0b',
      'x'.repeat(300),
      '👩‍👩‍👧',
      '../../etc',
      "';--",
      '__proto__',
      '-1',
      '1e308',
    ];
    for (const endpoint of voiceEndpoints(app)) {
      const ask = async (url: string) => {
        const payload = endpoint.method === 'GET' ? undefined : (sampleBodies.get(endpoint)?.(all) ?? {});
        const answer = await user.inject({ method: endpoint.method, url, ...(payload && { payload }) });
        if (answer.statusCode >= 500)
          failures.push(`${endpoint.method} ${url}: ${answer.statusCode} ${answer.body}`);
        return answer.statusCode;
      };
      if (endpoint.path.includes(':'))
        for (const value of strange) {
          const status = await ask(addressOf(endpoint, all, value));
          if (status < 400)
            failures.push(`${endpoint.method} ${endpoint.path} took ${JSON.stringify(value)}`);
        }
      for (const name of Object.keys(endpoint.query?.shape ?? {}))
        for (const value of [...strange, ''])
          await ask(`${addressOf(endpoint, all, 'nope')}?${name}=${encodeURIComponent(value)}&${name}=2`);
      for (const name of Object.keys(endpoint.query?.shape ?? {}))
        for (const value of [...strange, ''])
          await ask(`${addressOf(endpoint, all, 'nope')}?${name}=${encodeURIComponent(value)}`);
    }
    expect(failures).toEqual([]);
  }, 120_000);

  it('a form with a field that is none, or a file where none should be, is refused and leaves nothing', async () => {
    const failures: string[] = [];
    const good: [EndpointDefinition, Record<string, string>, string][] = [
      [createCustomVoice, { ...(sampleBodies.get(createCustomVoice)?.(all) as object) }, 'sample'],
      [createRetellKnowledgeBase, { knowledge_base_name: 'Handbook' }, 'knowledge_base_files'],
    ];
    const wav = toWav({ sampleRate: 8000, samples: new Int16Array(800) });
    for (const [endpoint, fields, field] of good) {
      const before = await state();
      const bad: [FormPart[], Record<string, string>][] = [
        [[], { ...fields, ['__proto__']: 'x' }],
        [[], { ...fields, accent: 'a\0b', knowledge_base_name: 'a\0b' }],
        [[], { ...fields, accent: 'x'.repeat(2_000_000), knowledge_base_name: 'x'.repeat(2_000_000) }],
        [[], { ...fields, gender: '', knowledge_base_name: ' ' }],
        [[], { ...fields, gender: '{"a":1}', knowledge_base_texts: '{"title":1}' }],
        [[], { ...fields, age: 'Ancient', knowledge_base_urls: '[[' }],
        [
          [{ name: 'x.exe', content: 'MZ\x90\x00', field }],
          { ...fields, gender: 'x', max_chunk_size: 'NaN' },
        ],
        [[{ name: 'a.wav', content: wav, field }], { ...fields, gender: 'x', max_chunk_size: '-1' }],
      ];
      for (const [files, sent] of bad) {
        const form = await formOf(files, sent);
        const answer = await user.inject({ method: 'POST', url: endpoint.path, ...form });
        const report = `${endpoint.path} ${JSON.stringify(sent).slice(0, 90)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
        if (answer.statusCode < 400 || answer.statusCode >= 500) failures.push(report);
      }
      if ((await state()) !== before) failures.push(`half saved: ${endpoint.path}`);
    }
    const files = await app.infrastructure.db.selectFrom('file').select('ownerKind').execute();
    expect([failures, files]).toEqual([[], []]);
  });
});

function names(body: { code?: string; details?: { path: string }[] }, path: string): boolean {
  return (body.details ?? []).some((detail) => isNear(detail.path, path));
}

const isNear = (one: string, other: string) =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

import { afterAll, beforeAll, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** Repeats the same sequence for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** `ROUND_TRIPS=1000` makes as many as an attacker would: minutes. */
const bundles = Number(process.env['ROUND_TRIPS'] ?? 60);
const all = { chatflow: true, agentflow: true, tool: true, variable: true, assistant: false };
type Bundle = Record<string, unknown>;

const pieces = [
  'plain',
  'Größe',
  '日本語',
  '😀',
  '\u202e',
  '\u0000',
  '"',
  '\\',
  '\n',
  '\t',
  '{{question}}',
  '{{$vars.x}}',
  '</script>',
  "'; drop table flow; --",
  '__proto__',
  'constructor',
  '../..',
  '=1+1',
  ' ',
  '\ufeff',
  '%00',
  '$&',
];

let app: TestApp;
let user: TestUser;
let random: () => number;

const below = (count: number) => Math.floor(random() * count);
const text = (most: number) =>
  Array.from({ length: 1 + below(most) }, () => pieces[below(pieces.length)])
    .join('')
    .replaceAll('\u0000', '0');
const name = (at: number) => `${at} ${text(3)}`.trim().slice(0, 60);

function value(depth: number): unknown {
  const kind = below(depth > 0 ? 8 : 6);
  if (kind === 6) return Array.from({ length: below(4) }, () => value(depth - 1));
  if (kind === 7) return Object.fromEntries([...'abc'].map((key) => [`${key}${text(1)}`, value(depth - 1)]));
  return [text(6), below(1e9), random() * 1e-9, random() < 0.5, null, ''][kind];
}

const id = () => crypto.randomUUID();
const flow = (type: string, at: number) => {
  const nodes = Array.from({ length: below(4) }, (_, index) => ({
    id: `stickyNote_${index}`,
    type: 'stickyNote',
    position: { x: below(1000), y: -below(1000) },
    data: {
      id: `stickyNote_${index}`,
      name: 'stickyNote',
      label: text(2),
      inputs: { note: text(8), more: value(3) },
    },
  }));
  const flowData = JSON.stringify({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  return {
    id: id(),
    name: name(at),
    type,
    flowData,
    chatbotConfig: JSON.stringify({ welcomeMessage: text(5) }),
  };
};

function bundle(): Bundle {
  const many = <T>(make: (at: number) => T) => Array.from({ length: below(3) }, (_, at) => make(at));
  return {
    Tool: many((at) => ({
      ...{ id: id(), name: `tool_${at}`, description: text(4), color: '#112233', iconSrc: '' },
      schema: JSON.stringify([
        { id: 0, property: 'p', type: 'string', description: text(2), required: true },
      ]),
      func: `return ${JSON.stringify(text(6))};`,
    })),
    ChatFlow: many((at) => flow('CHATFLOW', at)),
    AgentFlow: many((at) => flow('MULTIAGENT', at)),
    AgentFlowV2: many((at) => flow('AGENTFLOW', at)),
    Variable: many((at) => ({ id: id(), name: `variable_${at}`, value: text(6), type: 'static' })),
    Assistant: [],
  };
}

beforeAll(async () => {
  app = await createTestApp();
  user = await app.signIn();
});
afterAll(() => app.close());

async function wipe(): Promise<void> {
  const { db } = app.infrastructure;
  for (const table of ['flow', 'tool', 'variable'] as const)
    await db.deleteFrom(table).where('workspaceId', '=', user.caller.workspaceId).execute();
}
/** From many addresses: one may not export that often. */
let requests = 0;
async function send(path: string, payload: unknown) {
  requests += 1;
  const answer = await user.inject({
    method: 'POST',
    url: `${studio}/export-import/${path}`,
    remoteAddress: `198.18.${requests >> 8}.${requests & 255}`,
    payload: payload as object,
  });
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return answer;
}

/** What ids and dates say is new in every installation; each id becomes its place in the order of first use. */
function withoutIds(bundleText: string): string {
  const known = new Map<string, string>();
  return bundleText
    .replace(/"(createdDate|updatedDate)":"[^"]*"/g, '"$1":""')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (found) => {
      if (!known.has(found)) known.set(found, `id-${known.size}`);
      return known.get(found) ?? '';
    });
}

it('ATK-136: generated bundles come out of an import as they went in, byte for byte but for ids', {
  timeout: 240_000,
}, async () => {
  let rows = 0;
  for (let seed = 1; seed <= bundles; seed += 1) {
    random = createRandom(seed);
    await wipe();
    const made = bundle();
    await send('import', made);
    const first = (await send('export', all)).body;
    await wipe();
    await send('import', JSON.parse(first));
    const second = (await send('export', all)).body;
    expect([seed, withoutIds(second)]).toEqual([seed, withoutIds(first)]);
    // Nothing of what was made is lost on the way in.
    const came = JSON.parse(first) as Record<string, { name: string }[]>;
    for (const [list, given] of Object.entries(made)) {
      const names = (of: unknown) => ((of ?? []) as { name: string }[]).map((one) => one.name).toSorted();
      expect([seed, list, names(came[list])]).toEqual([seed, list, names(given)]);
      rows += (given as unknown[]).length;
    }
  }
  expect(rows).toBeGreaterThan(bundles);
});

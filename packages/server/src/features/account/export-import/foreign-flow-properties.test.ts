import { createCatalogue } from '@tendril/catalogue/catalogue';
import type { BundleReport } from '@tendril/contract/api/export-import';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { compileFlow } from '@tendril/engine/compile-flow';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { drawingArbitrary, fileOf } from '../../../testing/foreign-drawing.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { homeNames, travelling } from './home-values.ts';

/** Words of a program that has failed, which nobody should read. */
const notWords = /undefined|\[object|TypeError|Cannot read|is not a function|Internal/;

type Row = { id: string; flowData: string };

/** What leaves an installation and may come into one: no secret, no file, no edge to a node that is not there. */
function travelled(
  { nodes, edges, ...more }: FlowData,
  find: (name: string) => NodeTemplate | undefined,
): FlowData {
  const ids = new Set(nodes.map(({ id }) => id));
  const without = ({ data, ...rest }: FlowNode): FlowNode => {
    const home = homeNames(data, find(data.name));
    return { ...rest, data: { ...data, ...(data.inputs && { inputs: travelling(data.inputs, home) }) } };
  };
  return {
    nodes: nodes.map(without),
    edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    ...more,
  };
}

describe('flow files that nobody has seen', () => {
  let app: TestApp;
  let user: TestUser;
  const catalogue = createCatalogue();
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const send = (path: string, payload: unknown) =>
    user.inject({
      method: 'POST',
      url: `${studio}/${path}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });

  async function problemsOf(flow: FlowData) {
    const { problems } = await compileFlow(flow, catalogue);
    for (const { message } of problems) expect(message).not.toMatch(notWords);
    return problems.filter(({ isWarning }) => !isWarning);
  }

  it('are opened as they are or refused in words, exported as they came, and say which node is wrong', async () => {
    const known = await catalogue.knownTemplates();
    const templates = new Map(known.map((template) => [template.name, template]));
    const find = (name: string) => templates.get(name);
    const drawings = fc.array(fc.tuple(drawingArbitrary(known), fc.integer({ min: 0, max: 5 })), {
      minLength: 8,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(drawings, async (drawn) => {
        await app.infrastructure.db.deleteFrom('flow').execute();
        const files = drawn.map(([flow, form], index) => ({
          name: `Flow ${index} Chatflow.json`,
          text: fileOf(flow as FlowData, form),
        }));
        const answer = await send('import', { files });
        expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
        const { entries, refused } = answer.json<BundleReport>();
        for (const { message } of refused) expect(message).not.toMatch(notWords);
        const named = [...entries.map(({ file }) => file), ...refused.map(({ file }) => file)];
        expect(named.toSorted()).toEqual(files.map(({ name }) => name).toSorted());
        const exported = await send('export-import/export', { chatflow: true, agentflow: true });
        const lists = exported.json<Record<string, Row[]>>();
        const rows = ['ChatFlow', 'AgentFlow', 'AgentFlowV2'].flatMap((key) => lists[key] ?? []);
        for (const { file, id } of entries) {
          const flow = drawn[files.findIndex(({ name }) => name === file)]?.[0] as FlowData;
          expect(rows.find((row) => row.id === id)?.flowData).toBe(JSON.stringify(travelled(flow, find)));
          await expectNamed(id, flow);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  /** A question to a flow that cannot run is refused with the name of a node. */
  async function expectNamed(id: string, flow: FlowData) {
    const problems = await problemsOf(flow);
    if (problems.length === 0) return;
    const { statusCode, body } = await send(`prediction/${id}`, { question: 'Hello' });
    expect(statusCode, body).toBeLessThan(500);
    const { message } = JSON.parse(body) as { message: string };
    // A record that is missing here is no fault of the drawing, and is named with its node too.
    const words = [
      ...problems.map((problem) => problem.message),
      ...flow.nodes.map(({ data }) => data.label),
    ];
    expect({ message, words }).toSatisfy(() => words.some((word) => message.includes(word)));
  }
});

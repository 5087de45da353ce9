import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addNode } from '../commands/canvas-commands.ts';
import { pasteFlow } from '../commands/paste-flow.ts';
import { build, emptyDoc, wire } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { toFlowData } from './canvas-doc.ts';
import { readFlowText } from './flow-text.ts';

const { model, agent } = testTemplates;
const flow = toFlowData(
  build(
    addNode(model, { x: 0, y: 0 }),
    addNode(agent, { x: 400, y: 0 }),
    wire('chatOpenAI_0', 'toolAgent_0', 'model'),
  ),
);
const idsIn = (text: string) => {
  const read = readFlowText(text);
  return read.kind === 'flow' ? read.flow.nodes.map((node) => node.id) : read;
};
const ids = ['chatOpenAI_0', 'toolAgent_0'];

describe('flows in a text', () => {
  it('a flow file is one, with and without line breaks', () => {
    expect(idsIn(JSON.stringify(flow))).toEqual(ids);
    expect(idsIn(`\n${JSON.stringify(flow, null, 2)}\n`)).toEqual(ids);
  });

  it('a record or a bundle that holds its flow as text or as an object is one', () => {
    const record = { name: 'Bot', type: 'CHATFLOW', flowData: JSON.stringify(flow) };
    expect(idsIn(JSON.stringify(record))).toEqual(ids);
    expect(idsIn(JSON.stringify({ ...record, flowData: flow }))).toEqual(ids);
    expect(idsIn(JSON.stringify({ Tool: [], ChatFlow: [record, record], AgentFlow: [] }))).toEqual(ids);
  });

  it('words around it do not hide it', () => {
    const text = `Try {this} flow:\n\n\`\`\`json\n${JSON.stringify(flow, null, 2)}\n\`\`\`\nIt {works}.`;
    expect(idsIn(text)).toEqual(ids);
  });

  it('any other text is none, JSON too', () => {
    for (const text of ['', 'hello', '{', '{"a":1}', '[1,2]', '{"nodes":"x"}', '{"nodes":3,"edges":4}'])
      expect(readFlowText(text)).toEqual({ kind: 'other' });
  });

  it('one that is cut off or wrong says what is the matter', () => {
    const cut = readFlowText(JSON.stringify(flow).slice(0, -40));
    expect(cut).toMatchObject({ kind: 'unreadable', reason: expect.stringMatching(/JSON/) });
    const wrong = { ...flow, nodes: [{ ...flow.nodes[0], position: { x: 'left', y: 0 } }] };
    expect(readFlowText(JSON.stringify(wrong))).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(/^nodes\.0\.position\.x: /),
    });
  });

  it('a large text that is no flow is passed over', () => {
    expect(readFlowText(`{"nodes":1,"edges":2,${'{"a":['.repeat(100_000)}`).kind).toBe('unreadable');
  });

  const folder = resolve(import.meta.dirname, '../../../../../../../shared/fixtures/flowise/2.2.6/chatflows');
  it.skipIf(!existsSync(folder))(
    'the files of Flowise are read, and pasted twice they stay apart (needs flow files of others)',
    () => {
      for (const name of readdirSync(folder)) {
        const read = readFlowText(readFileSync(`${folder}/${name}`, 'utf8'));
        if (read.kind !== 'flow') throw new Error(`${name}: ${JSON.stringify(read)}`);
        const once = pasteFlow(read.flow, { x: 0, y: 0 })(emptyDoc);
        const twice = pasteFlow(read.flow, { x: 0, y: 0 })(once);
        expect(twice.nodes).toHaveLength(2 * read.flow.nodes.length);
        expect(twice.edges).toHaveLength(2 * once.edges.length);
        const first = new Set(once.nodes.map((node) => node.id));
        for (const copy of twice.nodes.slice(once.nodes.length))
          for (const [, id] of JSON.stringify(copy.data.inputs).matchAll(/\{\{(\w+)\.data\.instance/g))
            expect([name, copy.id, first.has(id!)]).toEqual([name, copy.id, false]);
      }
    },
  );
});

import type { FlowData } from '@tendril/contract/flow/flow';
import { describe, expect, it } from 'vitest';
import { type CanvasDoc, fullBox, toFlowData } from '../document/canvas-doc.ts';
import { duplicateNodes } from '../document/duplicate-nodes.ts';
import { build, emptyDoc, inputsOf, keeper, nodeOf, wire } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { addNode, setCredential, setValues } from './canvas-commands.ts';
import { groupNodes } from './groups.ts';
import { pasteFlow } from './paste-flow.ts';
import { pinOutput } from './pin-output.ts';
import { replaceFlow } from './replace-flow.ts';

const { model, tool, agent } = testTemplates;
const at = { x: 0, y: 0 };
const file = 'data:text/plain;base64,aGk=,filename:hi.txt';

/** A keeper fed by a model, with everything a copy has to think of. */
function full(): CanvasDoc {
  return build(
    ...[addNode(model, at), addNode(keeper, { x: 400, y: 0 }), addNode(tool, { x: 0, y: 300 })],
    wire('chatOpenAI_0', 'keeper_0', 'model'),
    wire('calculator_0', 'keeper_0', 'tools'),
    setCredential('keeper_0', 'credential-1'),
    setValues('keeper_0', {
      pass: '••••••••',
      hidden: 'typed secret',
      selectedMode_keeper_0: 'hidden',
      text: 'Say {{chatOpenAI_0.data.instance.content}} and {{ calculator_0.data.instance }}, not {question} or {{$vars.x}}',
      rows: '[{"variable":"$chatOpenAI_0.content","output":"$chatOpenAI_01"}]',
      file,
    }),
    pinOutput('keeper_0', { outputs: { keeper: 1 }, at: 1 }),
    groupNodes(['chatOpenAI_0', 'keeper_0'], 'Both'),
  );
}

const flow = () => toFlowData(full());
const paste = (doc: CanvasDoc, pasted: FlowData, isOwn = false) => pasteFlow(pasted, at, { isOwn })(doc);

describe('pasting a flow', () => {
  it('CANVAS-03: adds it under new ids with its edges, groups, pins and tab keys, all selected', () => {
    const doc = paste(full(), flow());
    expect(doc.nodes.map((node) => node.id)).toEqual([
      ...['chatOpenAI_0', 'keeper_0', 'calculator_0'],
      ...['chatOpenAI_1', 'keeper_1', 'calculator_1'],
    ]);
    expect(doc.nodes.filter((node) => node.selected).map((node) => node.id)).toEqual([
      'chatOpenAI_1',
      'keeper_1',
      'calculator_1',
    ]);
    expect(doc.edges.slice(2).map(({ source, target }) => [source, target])).toEqual([
      ['chatOpenAI_1', 'keeper_1'],
      ['calculator_1', 'keeper_1'],
    ]);
    expect(doc.edges[2]).toMatchObject({
      sourceHandle: 'chatOpenAI_1-output-chatOpenAI-ChatOpenAI|BaseChatModel',
      targetHandle: 'keeper_1-input-model-BaseChatModel',
    });
    expect(doc.groups[1]).toEqual({ id: 'group_1', label: 'Both', nodeIds: ['chatOpenAI_1', 'keeper_1'] });
    expect(nodeOf(doc, 'keeper_1').pinned).toEqual({ outputs: { keeper: 1 }, at: 1 });
    expect(nodeOf(doc, 'keeper_1').data.id).toBe('keeper_1');
    expect(inputsOf(doc, 'keeper_1')).toMatchObject({ selectedMode_keeper_1: 'hidden', file });
    expect(inputsOf(doc, 'keeper_1')).not.toHaveProperty('selectedMode_keeper_0');
  });

  it('I-09: references lead to the copies, in anchors, in texts and in conditions', () => {
    const inputs = inputsOf(paste(full(), flow()), 'keeper_1');
    expect(inputs['model']).toBe('{{chatOpenAI_1.data.instance}}');
    expect(inputs['tools']).toEqual(['{{calculator_1.data.instance}}']);
    expect(inputs['text']).toBe(
      'Say {{chatOpenAI_1.data.instance.content}} and {{calculator_1.data.instance }}, not {question} or {{$vars.x}}',
    );
    expect(inputs['rows']).toBe('[{"variable":"$chatOpenAI_1.content","output":"$chatOpenAI_01"}]');
  });

  it('a reference to a node that is not pasted never leads to another one of the same id', () => {
    const whole = flow();
    const part = { ...whole, nodes: whole.nodes.filter((node) => node.id === 'keeper_0'), edges: [] };
    const inputs = inputsOf(paste(full(), part), 'keeper_1');
    expect(inputs).toMatchObject({ model: '', tools: '' });
    expect(inputs['text']).toBe('Say  and , not {question} or {{$vars.x}}');
  });

  it('secrets stay behind: passwords always, the id of a stored secret unless it was copied here', () => {
    const foreign = paste(emptyDoc, flow());
    expect(inputsOf(foreign, 'keeper_0')).toMatchObject({ pass: '', hidden: '', file });
    expect(nodeOf(foreign, 'keeper_0').data.credential).toBe('');
    const own = paste(emptyDoc, flow(), true);
    expect(inputsOf(own, 'keeper_0')).toMatchObject({ pass: '', hidden: '' });
    expect(nodeOf(own, 'keeper_0').data.credential).toBe('credential-1');
  });

  it('a password is known by the catalogue where the pasted node does not declare it, and a variable is no secret', () => {
    const bare: FlowData = {
      nodes: ['s3cret', '{{$vars.key}}'].map((pass, index) => ({
        id: `keeper_${index}`,
        position: at,
        data: {
          id: `keeper_${index}`,
          name: 'keeper',
          label: 'K',
          inputs: { pass, config: { FLOWISE_CREDENTIAL_ID: 'c' } },
        },
      })),
      edges: [],
    };
    const doc = pasteFlow(bare, at, { templates: new Map([['keeper', keeper]]) })(emptyDoc);
    expect(inputsOf(doc, 'keeper_0')).toEqual({ pass: '', config: { FLOWISE_CREDENTIAL_ID: '' } });
    expect(inputsOf(doc, 'keeper_1')['pass']).toBe('{{$vars.key}}');
  });

  it('ids that swap places do not run into each other', () => {
    const doc = build(addNode(model, at), addNode(model, at), addNode(keeper, at));
    const text = '{{chatOpenAI_0.data.instance}} {{chatOpenAI_1.data.instance}}';
    const swapped = toFlowData(setValues('keeper_0', { text })(doc));
    const [first, second, third] = swapped.nodes as [never, never, never];
    const pasted = paste(emptyDoc, { ...swapped, nodes: [second, first, third] });
    expect(inputsOf(pasted, 'keeper_0')['text']).toBe(
      '{{chatOpenAI_1.data.instance}} {{chatOpenAI_0.data.instance}}',
    );
  });

  it('its middle stands at the place, and pasted twice it stands aside', () => {
    const once = pasteFlow(toFlowData(build(addNode(model, { x: 9000, y: 9000 }))), { x: 500, y: 400 })(
      emptyDoc,
    );
    const [node] = once.nodes;
    const { width, height } = fullBox(node!);
    expect(node!.position.x + width / 2).toBe(500);
    expect(Math.abs(node!.position.y + height / 2 - 400)).toBeLessThanOrEqual(1);
    const twice = pasteFlow(toFlowData(once), { x: 500, y: 400 })(once);
    expect(twice.nodes[1]!.position).toEqual({ x: node!.position.x + 40, y: node!.position.y + 40 });
  });

  it('where nobody pointed it stands clear of the other nodes', () => {
    const present = build(addNode(model, at), addNode(agent, { x: 400, y: 0 }));
    const doc = pasteFlow(flow(), { x: 300, y: 100 }, { isClear: true })(present);
    const [, , ...pasted] = doc.nodes;
    for (const copy of pasted)
      for (const other of present.nodes) {
        const gapX = Math.abs(copy.position.x - other.position.x);
        const gapY = Math.abs(copy.position.y - other.position.y);
        expect(gapX >= 280 || gapY >= 100).toBe(true);
      }
    expect(pasted).toHaveLength(3);
  });

  it('a flow without nodes changes nothing', () => {
    const doc = full();
    expect(paste(doc, { nodes: [], edges: [] })).toBe(doc);
  });
});

describe('duplicating', () => {
  it('a copy has no password: the mask it would have stands for the original node’s', () => {
    const doc = duplicateNodes(new Set(['keeper_0']))(full());
    expect(inputsOf(doc, 'keeper_1')).toMatchObject({ pass: '', hidden: '', file });
    expect(nodeOf(doc, 'keeper_1').data.credential).toBe('credential-1');
    expect(inputsOf(doc, 'keeper_0')['pass']).toBe('••••••••');
  });
});

describe('replacing the flow', () => {
  it('puts another one in its place under its own ids, and keeps what both have alike', () => {
    const doc = build(addNode(model, at), addNode(agent, at), wire('chatOpenAI_0', 'toolAgent_0', 'model'));
    const other = toFlowData(setValues('toolAgent_0', { rounds: 3 })(doc));
    const after = replaceFlow({ ...other, viewport: { x: 1, y: 2, zoom: 1 } })(doc);
    expect(toFlowData(after)).toEqual({ ...other, viewport: { x: 1, y: 2, zoom: 1 } });
    expect(nodeOf(after, 'chatOpenAI_0')).toBe(nodeOf(doc, 'chatOpenAI_0'));
    expect(nodeOf(after, 'toolAgent_0')).not.toBe(nodeOf(doc, 'toolAgent_0'));
    expect(after.edges[0]).toBe(doc.edges[0]);
  });
});

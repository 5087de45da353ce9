import { describe, expect, it } from 'vitest';
import {
  exportData,
  sanitizeAssistant,
  sanitizeChatflow,
  sanitizeTool,
  sanitizeVariable,
  stringify,
} from './sanitize-bundle.ts';

const extra = { workspaceId: 'w', createdDate: 'x', more: 1 };

const node = {
  id: 'model_0',
  type: 'customNode',
  position: { x: 1, y: 2 },
  selected: true,
  pinned: { at: 1, outputs: { output: 'kept by hand' } },
  data: {
    id: 'model_0',
    name: 'model',
    label: 'Model',
    version: 2,
    category: 'Chat Models',
    credential: 'credential-id',
    hideOutput: true,
    selected: true,
    inputParams: [
      { name: 'key', type: 'password' },
      { name: 'paper', type: 'file' },
      { name: 'place', type: 'folder' },
      { name: 'words', type: 'string' },
      { name: 'tabbed', type: 'tabs', tabs: [{ name: 'inner', type: 'password' }] },
    ],
    inputs: {
      key: 'sk-secret',
      paper: 'data:text/plain;base64,AAAA',
      place: '/home',
      words: 'stay',
      count: 0,
      isOn: false,
      choice: 'gpt',
      list: ['{{a_0.data.instance}}'],
      inner: 'sk-inner',
      FLOWISE_CREDENTIAL_ID: 'credential-id',
    },
  },
};

interface Written {
  nodes: (typeof node)[];
  [key: string]: unknown;
}

function sanitized(flow: object): Written {
  const [row] = sanitizeChatflow([{ id: 'f', name: 'F', flowData: JSON.stringify(flow), ...extra }]);
  return JSON.parse((row as { flowData: string }).flowData) as Written;
}

describe('what an export keeps', () => {
  it('EXPORT-11: a tool has its seven fields and no other', () => {
    const tool = { id: '1', name: 'a', description: 'd', color: 'c', iconSrc: '', schema: '[]', func: 'x' };
    expect(sanitizeTool([{ ...tool, ...extra }])).toEqual([tool]);
  });

  it('EXPORT-14: a variable has its four fields and no other', () => {
    const variable = { id: '1', name: 'a', value: 'v', type: 'static' };
    expect(sanitizeVariable([{ ...variable, ...extra }])).toEqual([variable]);
  });

  it('EXPORT-15: an assistant has its four fields and no other', () => {
    const assistant = { id: '1', details: '{}', credential: '', iconSrc: '' };
    expect(sanitizeAssistant([{ ...assistant, type: 'CUSTOM', ...extra }])).toEqual([assistant]);
  });

  it('EXPORT-12, EXPORT-13: a flow has its four fields, its data as JSON text', () => {
    const flow = { id: '1', name: 'a', flowData: '{"nodes":[],"edges":[]}', type: 'CHATFLOW' };
    expect(sanitizeChatflow([{ ...flow, ...extra }])).toEqual([flow]);
  });

  it('EXPORT-16, EXPORT-17, EXPORT-18: values of passwords, files and folders are gone, also inside tabs', () => {
    const { inputs } = sanitized({ nodes: [node], edges: [] }).nodes[0]?.data ?? {};
    for (const name of ['key', 'paper', 'place', 'inner', 'FLOWISE_CREDENTIAL_ID'])
      expect(inputs).not.toHaveProperty(name);
  });

  it('EXPORT-19: every other value stays as it is', () => {
    const { inputs } = sanitized({ nodes: [node], edges: [] }).nodes[0]?.data ?? {};
    const list = ['{{a_0.data.instance}}'];
    expect(inputs).toEqual({ words: 'stay', count: 0, isOn: false, choice: 'gpt', list });
  });

  it('EXPORT-20, SP-34, I-12, I-28: nodes are deselected; no credential, pinned output or view is in the file', () => {
    const flow = sanitized({ nodes: [node], edges: [], viewport: { x: 1, y: 1, zoom: 1 } });
    const [written] = flow.nodes;
    expect([written?.selected, written?.data.selected]).toEqual([false, false]);
    expect(written).not.toHaveProperty('pinned');
    expect(written?.data).not.toHaveProperty('credential');
    expect(written?.data).toMatchObject({ hideOutput: true, version: 2 });
    expect(flow).not.toHaveProperty('viewport');
  });

  it('EXPORT-10, I-27: the file has five keys in their order, and a list that did not come is empty', () => {
    const file = exportData({ FileDefaultName: 'x.json', Variable: [], Other: [1] });
    expect(Object.keys(file)).toEqual(['Tool', 'ChatFlow', 'AgentFlow', 'Variable', 'Assistant']);
    expect(Object.values(file)).toEqual([[], [], [], [], []]);
  });
});

describe('ERR-10: a failure carries the name of its step', () => {
  const nothing = null as unknown as [];
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each<[string, () => unknown]>([
    ['EXPORT-21: exportImport.sanitizeTool', () => sanitizeTool(nothing)],
    ['EXPORT-22: exportImport.sanitizeChatflow', () => sanitizeChatflow([{ flowData: 'not json' }])],
    ['EXPORT-23: exportImport.sanitizeVariable', () => sanitizeVariable(nothing)],
    ['EXPORT-24: exportImport.sanitizeAssistant', () => sanitizeAssistant(nothing)],
    ['EXPORT-25: exportImport.stringify', () => stringify(circular)],
    ['EXPORT-26: exportImport.exportData', () => exportData({ Tool: null })],
  ])('%s', (name, work) => {
    const prefix = `${name.split(': ')[1]} `;
    expect(work).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`^${prefix}.`)) }),
    );
  });

  it('I-29: the outer name stands before the inner one', () => {
    expect(() => exportData({ ChatFlow: [{ flowData: '{' }] })).toThrow(
      /^exportImport\.exportData exportImport\.sanitizeChatflow ./,
    );
  });
});

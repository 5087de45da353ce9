import { expect, it } from 'vitest';
import { addNode, setCredential, setValues } from '../canvas/commands/canvas-commands.ts';
import { exportedFlow, exportName } from './exported-flow.ts';
import { baseFlow, edited, testTemplate } from './testing/edited.ts';

it('EXPORT-16, I-28: a flow file holds no password, no file, no credential, no pinned output and no selection', () => {
  const flow = edited(
    baseFlow(),
    addNode(testTemplate('secretTool'), { x: 0, y: 0 }),
    setValues('secretTool_0', { key: 'hunter2', place: 'here', FLOWISE_CREDENTIAL_ID: 'cred-9' }),
    setCredential('chatOpenAI_0', 'cred-1'),
  );
  const nodes = flow.nodes.map((node) => ({
    ...node,
    selected: true,
    pinned: { outputs: { output: 'private answer' }, at: 1 },
  }));
  const file = exportedFlow({ ...flow, nodes }, new Map());
  const text = JSON.stringify(file);
  for (const kept of ['hunter2', 'cred-1', 'cred-9', 'private answer']) expect(text).not.toContain(kept);
  expect(file.nodes.find((node) => node.id === 'secretTool_0')?.data.inputs).toMatchObject({ place: 'here' });
  expect(file.nodes.every((node) => node['selected'] === false && node.data['selected'] === false)).toBe(
    true,
  );
  expect(file.edges).toEqual(flow.edges);
});

it('I-28: a password that only the catalogue knows as one stays at home too', () => {
  const flow = edited(baseFlow(), addNode(testTemplate('secretTool'), { x: 0, y: 0 }));
  const nodes = flow.nodes.map((node) =>
    node.id === 'secretTool_0'
      ? { ...node, data: { ...node.data, inputParams: [], inputs: { key: 'hunter2' } } }
      : node,
  );
  const file = exportedFlow({ ...flow, nodes }, new Map([['secretTool', testTemplate('secretTool')]]));
  expect(JSON.stringify(file)).not.toContain('hunter2');
});

it('I-31: the file is named after the flow and its kind', () => {
  expect(exportName('Support bot', 'CHATFLOW')).toBe('Support bot Chatflow.json');
  expect(exportName('a/b: c', 'MULTIAGENT')).toBe('a b  c Agents.json');
});

import { expect, it } from 'vitest';
import { readFlowFile } from './read-flow-file.ts';

const node = (category: string) => ({
  id: 'a_0',
  position: { x: 0, y: 0 },
  data: { id: 'a_0', name: 'a', label: 'A', category },
});
const read = (value: unknown, name = 'Support bot Chatflow.json') =>
  readFlowFile(name, JSON.stringify(value));

it('a flow file becomes a flow under the name of its file', () => {
  const result = read({ description: 'Helps.', badge: 'NEW', nodes: [node('Chains')], edges: [] });
  expect(result).toEqual({
    flow: {
      name: 'Support bot',
      kind: 'CHATFLOW',
      description: 'Helps.',
      flowData: { nodes: [expect.objectContaining({ id: 'a_0' })], edges: [] },
    },
  });
});

it('a file with steps of a pipeline is a pipeline, also when its graph is text inside it', () => {
  const flowData = JSON.stringify({ nodes: [node('Sequential Agents')], edges: [] });
  expect(read({ flowData }, 'Desk Agents.json')).toMatchObject({
    flow: { name: 'Desk', kind: 'MULTIAGENT' },
  });
});

it('a bad file is refused by its name, with the field at fault', () => {
  expect(readFlowFile('bad.json', '{')).toEqual({ problem: expect.stringMatching(/bad\.json.*JSON/) });
  expect(read({ rows: [] }, 'list.json')).toEqual({ problem: expect.stringContaining('list.json') });
  expect(read({ nodes: [{ id: 'x' }], edges: [] }, 'half.json')).toEqual({
    problem: expect.stringMatching(/half\.json.*nodes\.0\./),
  });
});

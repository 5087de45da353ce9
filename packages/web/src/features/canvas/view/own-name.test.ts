import { describe, expect, it } from 'vitest';
import { addNode, renameNode, setValues } from '../commands/canvas-commands.ts';
import { build } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { labelledByName } from './own-name.ts';

const step = {
  ...testTemplates.tool,
  name: 'seqLLMNode',
  label: 'LLM Node',
  inputs: [{ name: 'llmNodeName', label: 'Name', type: 'string' }],
};
const at = { x: 0, y: 0 };
const data = (...commands: Parameters<typeof build>) => build(...commands).nodes.at(-1)?.data;

describe('a node with a name of its own', () => {
  it('begins with the name of its kind, numbered where another has it', () => {
    expect(data(addNode(step, at))?.inputs?.['llmNodeName']).toBe('LLM Node');
    expect(data(addNode(step, at), addNode(step, at))).toMatchObject({
      label: 'LLM Node 2',
      inputs: { llmNodeName: 'LLM Node 2' },
    });
  });

  it('shows the name that is written in its settings, and keeps one that is written on it', () => {
    const named = data(addNode(step, at), setValues('seqLLMNode_0', { llmNodeName: 'Summary' }));
    expect(named?.label).toBe('Summary');
    expect(data(addNode(step, at), renameNode('seqLLMNode_0', 'Verdict'))?.inputs?.['llmNodeName']).toBe(
      'Verdict',
    );
  });

  it('keeps its label while its name is being cleared', () => {
    const cleared = data(addNode(step, at), setValues('seqLLMNode_0', { llmNodeName: '' }));
    expect(cleared).toMatchObject({ label: 'LLM Node', inputs: { llmNodeName: '' } });
  });

  it('of an older flow is labelled by its name, unless somebody gave it another label', () => {
    const old = { id: 'a', name: 'seqLLMNode', label: 'LLM Node', inputs: { llmNodeName: 'Verdict' } };
    expect(labelledByName(old, 'LLM Node').label).toBe('Verdict');
    expect(labelledByName({ ...old, label: 'Mine' }, 'LLM Node').label).toBe('Mine');
  });
});

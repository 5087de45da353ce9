import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const state: PipelineState = {
  messages: [{ id: '1', role: 'assistant', content: 'FINISHED', nodeId: 'seqAgent_0' }],
  values: { next: 'writer' },
  operations: {},
  model: scriptedModel(''),
  reasoning: [],
};

const outputOptions = [
  { name: 'again', label: 'Again' },
  { name: 'end', label: 'End' },
  { name: 'softwareEngineer', label: 'Software Engineer' },
];

async function waysTaken(condition: unknown): Promise<string[]> {
  const node = await loadNode('seqCondition');
  const context = testContext({ services: { sandbox: vmSandbox }, outputOptions, variables: { limit: '3' } });
  const outputs = await node.run?.(
    readValues(node, { sequentialNode: [state], condition }) as never,
    context,
  );
  return Object.entries(outputs ?? {}).flatMap(([name, value]) =>
    (value as PipelineState).messages === state.messages ? name : [],
  );
}

const code = (value: string) => waysTaken({ tab: 'conditionFunction', value });
const items = (...value: unknown[]) => waysTaken({ tab: 'conditionUI', value });
const item = (value: string, output: string) => ({
  variable: '$flow.state.next',
  operation: 'Is',
  value,
  output,
});

describe('seqCondition', () => {
  it('CONDITION-01: goes the way of the first row that holds, by the name of its anchor', async () => {
    expect(await items(item('reader', 'Again'), item('writer', 'Software Engineer'))).toEqual([
      'softwareEngineer',
    ]);
  });

  it('goes to End when no row holds, and when a row names an output that is not drawn', async () => {
    expect(await items(item('reader', 'Again'))).toEqual(['end']);
    expect(await items(item('writer', 'Nowhere'))).toEqual(['end']);
    expect(await items()).toEqual(['end']);
  });

  it('CONDITION-07: goes the way its code returns, seeing the state, variables and what nodes said', async () => {
    expect(
      await code('return $flow.state.next === "writer" && $vars.limit === "3" ? "Again" : "End"'),
    ).toEqual(['again']);
    expect(
      await code('return $seqAgent_0 === "FINISHED" && $flow.output === "FINISHED" ? "Again" : "End"'),
    ).toEqual(['again']);
    expect(await code('return')).toEqual(['end']);
  });

  it('refuses code that returns no name', async () => {
    await expect(code('return 5')).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });
});

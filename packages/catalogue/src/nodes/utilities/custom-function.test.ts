import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues, runNode } from '../../testing/run-node.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const context = () =>
  testContext({ question: 'hi', variables: { rate: '2' }, services: { sandbox: vmSandbox } });

async function answer(javascriptFunction: string) {
  const node = await loadNode('customFunction');
  return node.answer?.(readValues(node, { javascriptFunction }) as never, context());
}

describe('customFunction', () => {
  it('gives what its code returns, from its variables, $vars and $flow', async () => {
    const given = {
      functionInputVariables: { list: [1, 2], text: 'a "quoted" `text`' },
      javascriptFunction: 'return { sum: $list.length * $vars.rate, text: $text, input: $flow.input };',
    };
    expect(await runNode('customFunction', given, context(), 'output')).toEqual({
      sum: 4,
      text: 'a "quoted" `text`',
      input: 'hi',
    });
  });

  it('ends a flow with a text or with JSON', async () => {
    expect(await answer('return $flow.input + "!";')).toEqual({ text: 'hi!' });
    expect(await answer('return 42;')).toEqual({ text: '42' });
    expect(await answer('return { a: 1 };')).toEqual({ json: { a: 1 } });
  });

  it('fails with what its code throws', async () => {
    await expect(answer('throw new Error("no rate");')).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'no rate',
    });
  });
});

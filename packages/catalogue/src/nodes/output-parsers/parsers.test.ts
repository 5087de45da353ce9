import type { OutputParser } from '@tendril/contract/provider/output-parser';
import type { Sandbox } from '@tendril/contract/provider/sandbox';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const prompt = { nodeId: 'p', messages: [{ role: 'user', template: '{q}' }], values: {} };

/** Runs the code with Zod to load, as the real sandbox has it. */
const withZod: Sandbox = {
  run: async ({ code }) => {
    const value: unknown = new Function('require', code)(() => zod);
    return { value: JSON.parse(JSON.stringify(value)) as unknown, logs: [] };
  },
  close: async () => {},
};

const list = (given: Record<string, unknown>) =>
  runNode<OutputParser>('customListOutputParser', given, testContext());
const shaped = (exampleJson: string) => {
  const context = testContext({ services: { sandbox: withZod } });
  return runNode<OutputParser>('advancedStructuredOutputParser', { exampleJson }, context);
};

describe('customListOutputParser', () => {
  it('reads values at its separator', async () => {
    expect((await list({ separator: ';' })).parse(' red; dark, green ;blue')).toEqual([
      'red',
      'dark, green',
      'blue',
    ]);
  });

  it('asks once more for the length it was given', async () => {
    const outputParser = await list({ length: 2, autofixParser: true });
    const model = scriptedModel('a, b, c', 'a, b');
    const answer = await askChain(
      'llmChain',
      { model, prompt, outputParser },
      testContext({ question: 'x' }),
    );
    expect(answer).toEqual({ json: ['a', 'b'] });
    expect(model.promptOf(0)[0]).toContain('exactly 2 values separated by ","');
    expect(model.promptOf(1)[0]).toContain('The answer has 3 values instead of 2.');
  });
});

describe('advancedStructuredOutputParser', () => {
  it('asks for the shape of its schema and checks the answer', async () => {
    const parser = await shaped('z.object({ title: z.string(), tags: z.array(z.string()).optional() });');
    expect(parser.schema).toMatchObject({ type: 'object', required: ['title'] });
    expect(parser.parse('{"title":"Tea","tags":["hot"]}')).toEqual({ title: 'Tea', tags: ['hot'] });
    expect(() => parser.parse('{"tags":[]}')).toThrow('title');
  });

  it('takes a list as the whole answer, in words', async () => {
    const parser = await shaped('z.array(z.object({ n: z.number() }))');
    expect(parser.schema).toBeUndefined();
    expect(parser.parse('[{"n":1}]')).toEqual([{ n: 1 }]);
  });
});

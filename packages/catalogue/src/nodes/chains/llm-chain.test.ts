import type { Moderation } from '@tendril/contract/provider/moderation';
import type { OutputParser } from '@tendril/contract/provider/output-parser';
import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const prompt = (template: string, values = {}): PromptTemplate => ({
  nodeId: 'prompt_0',
  messages: [{ role: 'user', template }],
  values,
});

describe('llmChain', () => {
  it('lets the question fill the one place that has no value', async () => {
    const model = scriptedModel('Bonjour');
    const context = testContext({ question: 'Hello', isStreaming: true });
    const answer = await askChain(
      'llmChain',
      { model, prompt: prompt('To {language}: {text}', { language: 'French' }) },
      context,
    );
    expect(model.promptOf(0)).toEqual(['user: To French: Hello']);
    expect(answer).toEqual({ text: 'Bonjour' });
    expect(context.streamedText()).toBe('Bonjour');
  });

  it('names the places when more than one has no value, and asks nothing', async () => {
    const model = scriptedModel('never');
    const asked = askChain(
      'llmChain',
      { model, prompt: prompt('{a} and {b}') },
      testContext({ question: 'x' }),
    );
    await expect(asked).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringContaining('{a}, {b}'),
    });
    expect(model.calls).toHaveLength(0);
  });

  it('makes a prediction at once when that output is chosen, without streaming it', async () => {
    const model = scriptedModel('A title');
    const context = testContext({ question: 'tea', isStreaming: true });
    const given = { model, prompt: prompt('Name for {topic}') };
    expect(await runNode('llmChain', given, context, 'outputPrediction')).toBe('A title');
    expect(context.streamedText()).toBe('');
  });

  it('appends the instructions of an output parser, gives the model its schema, and answers what was parsed', async () => {
    const model = scriptedModel('{"mood":"glad"}');
    const outputParser: OutputParser = {
      nodeId: 'parser_0',
      instructions: 'Answer in JSON.',
      schema: { type: 'object' },
      parse: (text) => JSON.parse(text),
    };
    const context = testContext({ question: 'Hi', isStreaming: true });
    const answer = await askChain('llmChain', { model, prompt: prompt('{q}'), outputParser }, context);
    expect(answer).toEqual({ json: { mood: 'glad' } });
    expect(model.promptOf(0)).toEqual(['user: Hi\n\nAnswer in JSON.']);
    expect(model.calls[0]?.responseFormat).toMatchObject({ type: 'json', schema: { type: 'object' } });
    expect(context.streamedText()).toBe('');
  });

  it('answers with the refusal of a moderation and asks no model', async () => {
    const model = scriptedModel('never');
    const moderation: Moderation = {
      nodeId: 'moderation_0',
      check: async (question) => (question.includes('bomb') ? 'I do not talk about that.' : undefined),
    };
    const context = testContext({ question: 'a bomb', isStreaming: true });
    const answer = await askChain(
      'llmChain',
      { model, prompt: prompt('{q}'), inputModeration: [moderation] },
      context,
    );
    expect(answer).toEqual({ text: 'I do not talk about that.' });
    expect(context.streamedText()).toBe('I do not talk about that.');
    expect(model.calls).toHaveLength(0);
  });
});

import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { ModelCache } from '@tendril/contract/provider/model-cache';
import { describe, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { type ScriptedReply, scriptedModel } from '../../testing/scripted-model.ts';

const inFlow = (flowId: string, isStreaming = false) => {
  const context = testContext({ isStreaming });
  return { ...context, session: { ...context.session, flowId } };
};

async function cachedModel(flowId: string, ...replies: (ScriptedReply | string)[]) {
  const model = scriptedModel(...replies);
  const cache = await runNode<ModelCache>('inMemoryCache', {}, inFlow(flowId));
  return { model: Object.assign(model, { cache }), calls: model.calls };
}

const ask = (model: ChatModel, content: string, context = inFlow('any')) =>
  askModel(model, { messages: [{ role: 'user', content }], isAnswer: true }, context);

describe('the cache of answers', () => {
  it.each([false, true])('answers the same question without the model; streaming %s', async (isStreaming) => {
    const { model, calls } = await cachedModel(`same ${isStreaming}`, 'Four of them', 'Five');
    expect((await ask(model, 'How many?', inFlow('x', isStreaming))).text).toBe('Four of them');
    const again = inFlow('x', isStreaming);
    expect(await ask(model, 'How many?', again)).toMatchObject({
      text: 'Four of them',
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(calls).toHaveLength(1);
    expect(again.events.find(({ type }) => type === 'step-end')).toMatchObject({
      type: 'step-end',
      output: { text: 'Four of them', isCached: true },
    });
    expect(again.streamedText()).toBe(isStreaming ? 'Four of them' : '');
  });

  it('gives a caller that streams what one that does not has asked, and the other way round', async () => {
    const { model, calls } = await cachedModel('both', 'Yes');
    await ask(model, 'Is it?');
    const streaming = inFlow('x', true);
    await ask(model, 'Is it?', streaming);
    expect([calls.length, streaming.streamedText()]).toEqual([1, 'Yes']);
  });

  it('asks again for another question, other settings and another flow', async () => {
    const { model, calls } = await cachedModel('one', 'a', 'b', 'c');
    await ask(model, 'x');
    await ask(model, 'y');
    await ask({ ...model, settings: { temperature: 1 } }, 'x');
    expect(calls).toHaveLength(3);
    const other = await cachedModel('two', 'd');
    expect((await ask(other.model, 'x')).text).toBe('d');
  });

  it('does not keep what failed', async () => {
    const { model } = await cachedModel('failed', { error: new Error('down') }, 'up');
    await expect(ask(model, 'x')).rejects.toThrow();
    expect((await ask(model, 'x')).text).toBe('up');
  });

  it('keeps the tools that a model wants called', async () => {
    const { model, calls } = await cachedModel('tools', { toolCalls: [{ tool: 'add', input: { a: 1 } }] });
    await ask(model, 'x');
    expect((await ask(model, 'x')).toolCalls).toMatchObject([{ tool: 'add', input: { a: 1 } }]);
    expect(calls).toHaveLength(1);
  });
});

describe('the cache of vectors', () => {
  it('keeps the vector of a question apart from that of the same words in a document', async () => {
    const embeddings: Embedder = {
      ...{ nodeId: 'e', provider: 'p', modelId: 'of kinds' },
      embed: async (texts, _context, kind) => texts.map(() => [kind === 'query' ? 1 : 2]),
    };
    const cached = await runNode<Embedder>('inMemoryEmbeddingCache', { embeddings }, testContext());
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await cached.embed(['one'], testContext(), 'document')).toEqual([[2]]);
      expect(await cached.embed(['one'], testContext(), 'query')).toEqual([[1]]);
    }
  });

  it('sends each text to the model once, apart by namespace', async () => {
    const asked: string[][] = [];
    const embeddings: Embedder = {
      nodeId: 'e',
      provider: 'p',
      modelId: 'm',
      embed: async (texts) => {
        asked.push(texts);
        return texts.map((text) => [text.length, 1]);
      },
    };
    const name = 'inMemoryEmbeddingCache';
    const cached = await runNode<Embedder>(name, { embeddings, namespace: 'a' }, testContext());
    const context = testContext();
    expect(await cached.embed(['one', 'three'], context)).toEqual([
      [3, 1],
      [5, 1],
    ]);
    expect(await cached.embed(['three', 'seventh', 'one'], context)).toEqual([
      [5, 1],
      [7, 1],
      [3, 1],
    ]);
    expect(asked).toEqual([['one', 'three'], ['seventh']]);
    expect(context.events.at(-1)).toMatchObject({ kind: 'embedding', output: { cached: 2 } });
    const other = await runNode<Embedder>(name, { embeddings, namespace: 'b' }, testContext());
    await other.embed(['one'], testContext());
    expect(asked.at(-1)).toEqual(['one']);
  });
});

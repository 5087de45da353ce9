import type { SourceDocument } from '@tendril/contract/provider/document';
import type { VectorStore } from '@tendril/contract/provider/retrieval';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

describe('apiLoader', () => {
  const load = async (given: Record<string, unknown>, reply = Response.json({ rain: true })) => {
    const asked: { url: string; init: RequestInit | undefined }[] = [];
    const api: typeof fetch = async (url, init) => {
      asked.push({ url: String(url), init });
      return reply;
    };
    const context = testContext({ services: { fetch: api } });
    const inputs = { url: 'https://api.example.com/rain', method: 'GET', ...given };
    return {
      documents: await runNode<SourceDocument[]>('apiLoader', inputs, context, 'document'),
      asked,
      context,
    };
  };

  it('gives the response with its source, and sends its headers', async () => {
    const { documents, asked, context } = await load({
      headers: { 'x-key': 'k' },
      metadata: { topic: 'weather' },
    });
    expect(documents).toEqual([
      {
        pageContent: '{"rain":true}',
        metadata: { source: 'https://api.example.com/rain', topic: 'weather' },
      },
    ]);
    expect(asked[0]?.init).toMatchObject({ method: 'GET', headers: { 'x-key': 'k' } });
    expect(context.events.at(-1)).toMatchObject({ kind: 'request', output: { characters: 13 } });
  });

  it('posts its body, and leaves out the metadata it is told to', async () => {
    const given = { method: 'POST', body: { city: 'Rome' }, omitMetadataKeys: 'source', metadata: { a: 1 } };
    const { documents, asked } = await load(given);
    expect(asked[0]?.init).toMatchObject({ method: 'POST', body: '{"city":"Rome"}' });
    expect(documents[0]?.metadata).toEqual({ a: 1 });
  });

  it.each([
    [{}, new Response('no', { status: 500 }), 'NODE_FAILED'],
    [{ url: 'file:///etc/passwd' }, undefined, 'FLOW_INVALID'],
    [{ caFile: 'FILE-STORAGE::["ca.pem"]' }, undefined, 'FLOW_INVALID'],
  ])('fails in words for %o', async (given, reply, code) => {
    await expect(load(given, reply)).rejects.toMatchObject({ code });
  });
});

describe('customDocumentLoader', () => {
  const run = (javascriptFunction: string, output: string) => {
    const context = testContext({ services: { sandbox: vmSandbox } });
    const given = { javascriptFunction, functionInputVariables: { city: 'Rome' } };
    return runNode('customDocumentLoader', given, context, output);
  };

  it('gives the documents that its code returns', async () => {
    const code = 'return [{ pageContent: `About ${$city}`, metadata: { n: 1 } }, { pageContent: "More" }]';
    expect(await run(code, 'document')).toEqual([
      { pageContent: 'About Rome', metadata: { n: 1 } },
      { pageContent: 'More', metadata: {} },
    ]);
    expect(await run(code, 'text')).toBe('About Rome\nMore');
  });

  it('gives a text, and says what it wants for documents', async () => {
    expect(await run('return $city', 'text')).toBe('Rome');
    await expect(run('return $city', 'document')).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });
});

describe('vectorStoreToDocument', () => {
  const vectorStore: VectorStore = {
    nodeId: 's',
    search: async (question) => [
      { pageContent: `near ${question}`, metadata: {}, score: 0.9 },
      { pageContent: 'far', metadata: {}, score: 0.2 },
    ],
  };

  it.each([
    [{}, 'near tea?\nfar'],
    [{ query: 'milk', minScore: 50 }, 'near milk'],
  ])('gives what is found with %o', async (given, text) => {
    const context = testContext({ question: 'tea?' });
    expect(await runNode('vectorStoreToDocument', { vectorStore, ...given }, context, 'text')).toBe(text);
  });
});

describe('jsonlinesFile', () => {
  it('gives the text under its pointer from each line', async () => {
    const bytes = new TextEncoder().encode('{"q":"a","text":"one"}\n{"q":"b","text":"two"}\n');
    const context = testContext({ services: { readFile: async () => bytes } });
    const given = {
      jsonlinesFile: 'FILE-STORAGE::["x.jsonl"]',
      pointerName: 'text',
      omitMetadataKeys: 'line',
    };
    expect(await runNode('jsonlinesFile', given, context, 'document')).toEqual([
      { pageContent: 'one', metadata: { source: 'x.jsonl' } },
      { pageContent: 'two', metadata: { source: 'x.jsonl' } },
    ]);
  });
});

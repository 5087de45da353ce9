import { describe, expect, it } from 'vitest';
import { embeddingPrefix } from './embedding-prefix.ts';

describe('the words before a text', () => {
  it.each([
    ['nomic-embed-text', 'search_query: ', 'search_document: '],
    ['nomic-ai/nomic-embed-text-v1.5', 'search_query: ', 'search_document: '],
    ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
    ['e5-small-v2', 'query: ', 'passage: '],
    ['mxbai-embed-large:335m', 'Represent this sentence for searching relevant passages: ', ''],
    ['BAAI/bge-base-en-v1.5', 'Represent this sentence for searching relevant passages: ', ''],
    ['intfloat/multilingual-e5-large-instruct', '', ''],
    ['text-embedding-3-small', '', ''],
    ['bge-m3', '', ''],
  ])('are those of %s', (model, query, document) => {
    expect(embeddingPrefix(model, 'query')).toBe(query);
    expect(embeddingPrefix(model, 'document')).toBe(document);
    expect(embeddingPrefix(model, undefined)).toBe('');
  });
});

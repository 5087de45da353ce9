import { afterAll, beforeAll, expect, it } from 'vitest';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { measureHandbooks } from '../../../testing/measure-handbooks.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pairedVerdict } from './figures/paired-verdict.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({});
});
afterAll(() => app.close());

it('chunks by structure, searched by meaning and words, answer made questions better than pieces of text searched by meaning', async () => {
  const driver = new KnowledgeDriver(await app.signIn());
  const call = driver.call.bind(driver);
  const pieces = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 1000, chunkOverlap: 200 } };
  const before = await measureHandbooks(call, { splitter: pieces, mode: 'vectors' });
  const structure = { name: 'structureTextSplitter', config: {} };
  const after = await measureHandbooks(call, { splitter: structure, mode: 'hybrid' });
  expect(after).toHaveLength(before.length);
  const known = new Map(before.map(({ question, ndcg }) => [question, ndcg]));
  const differences = after.map(({ question, ndcg, document }) => ({
    ...{ value: ndcg - (known.get(question) ?? 0), document },
  }));
  const { verdict, difference } = pairedVerdict(differences);
  expect(difference.value).toBeGreaterThanOrEqual(0.1);
  expect(difference.low).toBeGreaterThan(0);
  expect(verdict).toBe('better');
}, 120_000);

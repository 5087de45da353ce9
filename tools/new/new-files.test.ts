import { describe, expect, it } from 'vitest';
import { implementedIndex } from '../catalogue/implemented-index.ts';
import { writeIndex } from '../catalogue/write-index.ts';
import { newFiles } from './new-files.ts';

describe('npm run new', () => {
  it('starts a node with a test, and the catalogue’s index takes it', () => {
    const { files } = newFiles('node', 'chains/my-chain');
    expect(files.map((file) => file.path)).toEqual([
      'packages/catalogue/src/nodes/chains/my-chain.ts',
      'packages/catalogue/src/nodes/chains/my-chain.test.ts',
    ]);
    const node = { path: 'chains/my-chain.ts', text: files[0]?.text ?? '' };
    expect(writeIndex([node], 'defineNode', 'nodeModules')).toContain(
      "myChain: () => import('./chains/my-chain.ts')",
    );
    expect(files[1]?.text).toContain("from '../../testing/run-context.ts'");
  });

  it('starts the code of a node whose interface is known', () => {
    const { files } = newFiles('node', 'chatMistral_LlamaIndex');
    expect(files.map((file) => file.path)).toEqual([
      'packages/catalogue/src/nodes/chat-models/chat-mistral-llama-index.ts',
      'packages/catalogue/src/nodes/chat-models/chat-mistral-llama-index.test.ts',
    ]);
    const node = { path: 'chat-models/chat-mistral-llama-index.ts', text: files[0]?.text ?? '' };
    expect(writeIndex([node], 'defineNode|implementNode', 'nodeModules')).toContain(
      'chatMistral_LlamaIndex:',
    );
    expect(implementedIndex([node])).toContain("chatMistral_LlamaIndex: { icon: 'box', description: ");
    expect(newFiles('node', 'pinecone').files[0]?.text).toContain('retriever: inputs,');
  });

  it('starts a credential that the index takes', () => {
    const { files } = newFiles('credential', 'my-vendor-api');
    const file = { path: 'my-vendor-api.ts', text: files[0]?.text ?? '' };
    expect(writeIndex([file], 'defineCredential', 'credentialModules')).toContain('myVendorApi:');
  });

  it('starts a screen with its sentences and says where its route goes', () => {
    const { files, advice } = newFiles('screen', 'phone-numbers');
    expect(files.map((file) => file.path)).toContain('packages/web/src/kit/texts/en/phone-numbers.ts');
    expect(advice).toContain("path: '/phone-numbers'");
  });

  it.each([
    ['node', 'my-chain'],
    ['node', '../server/x'],
    ['node', 'Chains/x'],
    ['screen', 'a/b'],
    ['credential', 'x y'],
    ['horse', 'x'],
  ])('refuses %s %s', (kind, name) => {
    expect(() => newFiles(kind, name)).toThrow();
  });
});

import { describe, expect, it } from 'vitest';
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

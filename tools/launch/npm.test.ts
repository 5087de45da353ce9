import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findNpm, forFreshNpm, withoutNpm } from './npm.mjs';

describe('the environment', () => {
  const environment = {
    PATH: '/bin',
    npm_execpath: '/x/npm-cli.js',
    npm_config_local_prefix: '/outer',
    npm_config_registry: 'https://packages.example',
    NPM_CONFIG_CACHE: '/cache',
    npm_package_name: 'tendril',
  };

  it('of a fresh npm keeps where packages come from and forgets the outer run', () => {
    expect(forFreshNpm(environment)).toEqual({
      PATH: '/bin',
      npm_config_registry: 'https://packages.example',
      NPM_CONFIG_CACHE: '/cache',
    });
  });

  it('of the server holds nothing of npm', () => {
    expect(withoutNpm(environment)).toEqual({ PATH: '/bin' });
  });
});

describe('finding npm', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'npm-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('prefers the npm that runs us', () => {
    const script = join(folder, 'npm-cli.js');
    writeFileSync(script, '');
    expect(findNpm({ npm_execpath: script, PATH: '' })).toEqual({ script });
  });

  it('passes over another package manager and takes npm from the path', () => {
    const command = join(folder, process.platform === 'win32' ? 'npm.cmd' : 'npm');
    writeFileSync(command, '');
    chmodSync(command, 0o755);
    expect(findNpm({ npm_execpath: '/x/yarn.js', PATH: folder })).toEqual({ command });
  });

  it('says what to do when there is none', () => {
    expect(() => findNpm({ PATH: folder })).toThrow('npm was not found');
  });
});

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentFingerprint, statFingerprint } from './fingerprint.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), 'one');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the fingerprint of sources', () => {
  it('stays while nothing changes', () => {
    expect(statFingerprint([folder])).toBe(statFingerprint([folder]));
  });

  it('changes with a size, a time, a name and a new file', () => {
    const seen = new Set([statFingerprint([folder])]);
    writeFileSync(join(folder, 'src', 'a.ts'), 'longer');
    seen.add(statFingerprint([folder]));
    utimesSync(join(folder, 'src', 'a.ts'), 1, 1);
    seen.add(statFingerprint([folder]));
    writeFileSync(join(folder, 'src', 'b.ts'), '');
    seen.add(statFingerprint([folder]));
    rmSync(join(folder, 'src', 'b.ts'));
    writeFileSync(join(folder, 'src', 'c.ts'), '');
    seen.add(statFingerprint([folder]));
    expect(seen.size).toBe(5);
  });

  it('is the same whatever tests, installed packages and the build itself do', () => {
    const before = statFingerprint([folder]);
    for (const name of ['dist', 'node_modules']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'x.js'), 'x');
    }
    writeFileSync(join(folder, 'src', 'a.test.ts'), 'x');
    expect(statFingerprint([folder])).toBe(before);
  });

  it('does not stumble over a path that is missing', () => {
    expect(statFingerprint([join(folder, 'nowhere')])).toHaveLength(64);
  });
});

describe('the fingerprint of manifests', () => {
  it('follows the content alone: a checkout elsewhere, or later, needs no new install', () => {
    const before = contentFingerprint(join(folder, 'src'), ['a.ts']);
    utimesSync(join(folder, 'src', 'a.ts'), 1, 1);
    mkdirSync(join(folder, 'copy'));
    writeFileSync(join(folder, 'copy', 'a.ts'), 'one');
    expect(contentFingerprint(join(folder, 'src'), ['a.ts'])).toBe(before);
    expect(contentFingerprint(join(folder, 'copy'), ['a.ts'])).toBe(before);
    writeFileSync(join(folder, 'src', 'a.ts'), 'two');
    expect(contentFingerprint(join(folder, 'src'), ['a.ts'])).not.toBe(before);
  });
});

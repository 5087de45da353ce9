import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settings } from './config.ts';
import { describeConfig } from './config-help.ts';

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
const page = new URL('../../../../docs/configuration.md', import.meta.url);

describe('the configuration page', () => {
  it('is what --help prints; print it again with `node packages/server/src/main.mjs --help > docs/configuration.md`', () => {
    const printed = execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' });
    expect(printed).toBe(describeConfig());
    expect(readFileSync(page, 'utf8')).toBe(printed);
  });

  it('names every variable', () => {
    for (const { variable } of Object.values(settings))
      expect(describeConfig()).toContain(`| \`${variable}\` |`);
  });
});

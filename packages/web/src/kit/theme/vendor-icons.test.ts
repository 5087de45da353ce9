import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeIcons } from './node-icons.data.ts';
import { vendorIcons } from './vendor-icons.tsx';

const sheet = readFileSync(join(import.meta.dirname, 'vendor-marks.svg'), 'utf8');
const credentials = join(import.meta.dirname, '../../../../catalogue/src/credentials');

it('there is one drawing on the sheet for each vendor, and none besides', () => {
  const drawn = [...sheet.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(drawn.sort()).toEqual(Object.keys(vendorIcons).sort());
});

it('every icon that a kind of secret names is drawn', () => {
  const texts = readdirSync(credentials).map((name) => readFileSync(join(credentials, name), 'utf8'));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\bicon: '([^']+)'/g)].map(([, icon = '']) => icon),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((icon) => !nodeIcons[icon])).toEqual([]);
});

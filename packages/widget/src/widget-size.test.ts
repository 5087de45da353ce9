// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

const mostBytes = 35 * 1024;

interface Built {
  type: string;
  fileName: string;
  code?: string;
}

it('the built widget is one file of at most 35 KB compressed, which names no other address and evaluates nothing', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const built = await build({
    root,
    configFile: `${root}/vite.config.ts`,
    mode: 'production',
    logLevel: 'error',
    build: { write: false },
  });
  const files = [built].flat().flatMap((one) => ('output' in one ? (one.output as readonly Built[]) : []));
  expect(files.map(({ fileName }) => fileName).toSorted()).toEqual([
    'widget-call-worklet.js',
    'widget-call.js',
    'widget-react.js',
    'widget-react.tsx',
    'widget.js',
  ]);
  const code = files.find(({ fileName }) => fileName === 'widget.js')?.code ?? '';
  // Each is served and loaded alone.
  for (const { fileName, code: one = '' } of files)
    if (fileName.startsWith('widget-call'))
      expect(/\bimport\s*[({'"]|\bfrom\s*['"`]/.exec(one)?.[0]).toBeUndefined();
  expect(code.length).toBeGreaterThan(10_000);
  expect(gzipSync(code).length).toBeLessThanOrEqual(mostBytes);
  expect(/\bimport\s*[({'"]|\bfrom\s*['"`]/.exec(code)?.[0]).toBeUndefined();
  expect(/\beval\(|new Function\(|document\.cookie/.exec(code)?.[0]).toBeUndefined();
  const addresses = [...code.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address);
  expect(addresses.filter((address) => !address.includes('www.w3.org'))).toEqual([]);
});

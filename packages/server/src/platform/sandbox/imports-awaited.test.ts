import { expect, it } from 'vitest';
import { importsAwaited } from './imports-awaited.ts';

it.each([
  ['return 1', 'return 1'],
  ["import a from 'a';\nreturn a", 'const { default: a } = await import("a");\nreturn a'],
  ["import * as a from 'a'", 'const a = await import("a");'],
  ["import { a, b as c } from 'a'", 'const { a, b: c } = await import("a");'],
  ["import a, { b } from 'a'", 'const { default: a, b } = await import("a");'],
  ["import a, * as b from 'a'", 'const b = await import("a"); const { default: a } = b;'],
  ["import 'a'", 'await import("a");'],
  ["import {\n  a,\n} from 'a'\nreturn a", 'const { a } = await import("a");\n\n\nreturn a'],
  [
    "// x\n/* y */ import a from 'a'; import b from 'b'",
    '// x\n/* y */ const { default: a } = await import("a"); const { default: b } = await import("b");',
  ],
  ["const text = `\nimport a from 'a'`", "const text = `\nimport a from 'a'`"],
  ["return await import('a')", "return await import('a')"],
  ["import('a').then(go)", "import('a').then(go)"],
])('reads %j', (code, expected) => {
  expect(importsAwaited(code)).toBe(expected);
});

it('takes no time over what only looks like one', () => {
  const started = performance.now();
  importsAwaited(`import ${'{ a, '.repeat(20_000)}`);
  importsAwaited(`${'/* '.repeat(20_000)}import`);
  importsAwaited(`import${' '.repeat(50_000)}x`);
  expect(performance.now() - started).toBeLessThan(2000);
});

import { expect, it } from 'vitest';
import { importsAwaited } from './imports-awaited.ts';

it.each([
  ['return 1', 'return 1'],
  ["import a from 'zod';\nreturn a", 'const { default: a } = await import("zod");\nreturn a'],
  ["import * as a from 'zod'", 'const a = await import("zod");'],
  ["import { a, b as c } from 'zod'", 'const { a, b: c } = await import("zod");'],
  ["import a, { b } from 'zod'", 'const { default: a, b } = await import("zod");'],
  ["import a, * as b from 'zod'", 'const b = await import("zod"); const { default: a } = b;'],
  ["import 'zod'", 'await import("zod");'],
  ["import {\n  a,\n} from 'zod'\nreturn a", 'const { a } = await import("zod");\n\n\nreturn a'],
  [
    "// x\n/* y */ import a from 'zod'; import b from 'uuid'",
    '// x\n/* y */ const { default: a } = await import("zod"); const { default: b } = await import("uuid");',
  ],
  ["const text = `\nimport a from 'zod'`", "const text = `\nimport a from 'zod'`"],
  ["return await import('zod')", "return await import('zod')"],
  ["import('zod').then(go)", "import('zod').then(go)"],
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

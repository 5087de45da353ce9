import { describe, expect, it } from 'vitest';
import { deadExports } from './dead-exports.ts';
import { unlistedDecisions } from './decisions.ts';
import { egressViolations } from './egress.ts';
import { featureViolations, nodeNamesInEngine, screenViolations } from './features.ts';
import { importsOf } from './imports.ts';
import { layerViolations, partCircles, strayFolders } from './layers.ts';
import { installScripts, undeclaredImports, unpinned } from './manifests.ts';
import { barrels, defaultExports, emptyNamed, longFiles, postponedWork } from './manners.ts';
import { emptyPackages, packageViolations, unfinishedImports } from './packages.ts';
import { paperReferences } from './papers.ts';
import { unnamedRequirements } from './unnamed-requirements.ts';
import { archaicSentences, foreignWords } from './words.ts';

const file = (path: string, text = '') => ({ path: `packages/${path}`, text });

describe('requirements', () => {
  const left = (name: string, text: string) => unnamedRequirements([file(name, text)]);

  it('are named one by one or as a stretch, in tests alone', () => {
    const all = left('web/src/x.test.ts', '');
    expect(all).toContain('KB 1');
    expect(left('web/src/x.ts', "it('KB-01')")).toEqual(all);
    const text = "it('KB-01, CATM-01 to CATM-03, CALL-02 to -04: it works')";
    const named = ['KB 1', 'CATM 1', 'CATM 2', 'CATM 3', 'CALL 2', 'CALL 3', 'CALL 4'];
    expect(left('web/src/x.test.ts', text)).toEqual(all.filter((one) => !named.includes(one)));
  });
});

describe('reading imports', () => {
  it('finds static, type, side-effect, re-exported and late imports, and passes over prose', () => {
    const text = [
      "import { a } from 'one';",
      "import type { b } from './two.ts';",
      "import './three.css';",
      "export { c } from './four.ts';",
      'import {\n  d,\n  e,\n} from "five";',
      "const f = () => import('six');",
      "// import { g } from 'seven';",
      "/* import { h } from 'eight'; */",
    ].join('\n');
    const specifiers = importsOf(file('web/src/x.ts', text)).map((found) => found.specifier);
    expect(specifiers).toEqual(['one', './two.ts', './three.css', './four.ts', 'five', 'six']);
  });
});

describe('packages', () => {
  it.each([
    ['engine/src/a.ts', '@tendril/catalogue/nodes/x'],
    ['catalogue/src/a.ts', '@tendril/engine/run-flow'],
    ['voice/src/a.ts', '@tendril/server/composition/app'],
    ['contract/src/a.ts', '@tendril/engine/run-flow'],
    ['web/src/a.tsx', '@tendril/server/composition/app'],
    ['server/src/a.test.ts', '@tendril/web/lib/x'],
    ['widget/src/a.tsx', '@tendril/web/lib/x'],
    ['web/src/a.tsx', '@tendril/widget/widget'],
    ['web/src/a.ts', '../../contract/src/node/param.ts'],
    ['engine/src/a.ts', '@tendril/engine/b'],
  ])('refuses %s importing %s', (path, specifier) => {
    expect(packageViolations([file(path, `import { x } from '${specifier}';`)])).toHaveLength(1);
    expect(packageViolations([file(path, `const x = import('${specifier}');`)])).toHaveLength(1);
  });

  it('lets packages import downward', () => {
    const text = "import { x } from '@tendril/contract/node/param';\nimport { y } from '../b.ts';";
    expect(packageViolations([file('engine/src/a/a.ts', text), file('web/src/a/a.ts', text)])).toEqual([]);
  });

  it('sees a package without files', () => {
    expect(emptyPackages([file('engine/src/a.ts')])).toEqual([
      'contract',
      'catalogue',
      'voice',
      'sip',
      'server',
      'web',
      'widget',
    ]);
  });

  it('sees a relative import without its ending', () => {
    expect(unfinishedImports([file('web/src/a.ts', "import { b } from './b';")])).toHaveLength(1);
    expect(unfinishedImports([file('web/src/a.ts', "import { b } from './b.tsx';")])).toEqual([]);
  });
});

describe('features', () => {
  it('refuses a screen that imports a screen, and a shared part that knows one', () => {
    const text = "import { x } from '../flows/x.tsx';";
    expect(screenViolations([file('web/src/screens/login/a.tsx', text)])).toHaveLength(1);
    const shared = "import { x } from '../screens/flows/x.tsx';";
    expect(screenViolations([file('web/src/ui/a.tsx', shared)])).toHaveLength(1);
    expect(screenViolations([file('web/src/app/a.tsx', shared)])).toEqual([]);
    const own = "import { x } from './x.tsx';";
    expect(screenViolations([file('web/src/screens/login/a.tsx', own)])).toEqual([]);
  });

  it('refuses code that bypasses the public file of a feature', () => {
    const store = "import { x } from '../../flows/flows/flows.store.ts';";
    const service = "import { x } from '../../flows/flows/public.ts';";
    expect(featureViolations([file('server/src/features/flows/runs/a.ts', store)])).toHaveLength(1);
    expect(featureViolations([file('server/src/features/flows/runs/a.ts', service)])).toEqual([]);
    expect(featureViolations([file('server/src/features/flows/flows/a.ts', store)])).toEqual([]);
  });

  it('refuses an engine that names a node', () => {
    const text = "if (name === 'llmChain') run();";
    expect(nodeNamesInEngine([file('engine/src/a.ts', text)], ['llmChain', 'toolAgent'])).toHaveLength(1);
    expect(nodeNamesInEngine([file('engine/src/a.test.ts', text)], ['llmChain'])).toEqual([]);
  });
});

describe('layers', () => {
  it('refuse an import that goes up, and allow one that goes down', () => {
    const up = "import type { x } from '../../../composition/services.ts';";
    expect(layerViolations([file('server/src/features/flows/runs/a.ts', up)])).toHaveLength(1);
    const toScreen = "import { x } from '../../screens/flows/a.tsx';";
    expect(layerViolations([file('web/src/features/chat/a.tsx', toScreen)])).toHaveLength(1);
    const down = "import { x } from '../../kit/ui/button.tsx';";
    expect(layerViolations([file('web/src/features/chat/a.tsx', down)])).toEqual([]);
  });

  it('refuse a folder beside them', () => {
    expect(strayFolders([file('web/src/misplaced/a.ts'), file('web/src/kit/ui/a.ts')])).toHaveLength(1);
    expect(strayFolders([file('server/src/main.ts'), file('server/src/testing/a.ts')])).toEqual([]);
  });

  it('find a circle of features, of types too', () => {
    const circle = [
      file('server/src/features/flows/a/a.ts', "import { b } from '../b/b.ts';"),
      file('server/src/features/flows/b/b.ts', "import { c } from '../../voice/c/c.ts';"),
      file('server/src/features/voice/c/c.ts', "import type { a } from '../../flows/a/a.ts';"),
    ];
    expect(partCircles(circle)).toEqual([
      'server flows/a → server flows/b → server voice/c → server flows/a',
    ]);
    expect(partCircles(circle.slice(0, 2))).toEqual([]);
  });
});

describe('words', () => {
  it('refuse names built from words that the glossary replaces', () => {
    const bad = [
      'const llmDesk = 1;',
      'interface HouseClient {}',
      'function tellAll() {}',
      'class OpenEar {}',
    ];
    for (const text of bad) expect(foreignWords([file('server/src/a.ts', text)])).toHaveLength(1);
    expect(foreignWords([file('web/src/run-wish.ts')])).toHaveLength(1);
  });

  it('pass over other words and prose', () => {
    const text = '// told by hand\nconst handle = background(); const searches = 1;';
    expect(foreignWords([file('server/src/handler.ts', text)])).toEqual([]);
  });
});

describe('sentences', () => {
  it('are refused in comments and titles of tests when they use stilted words, but not in what people read', () => {
    const bad = [
      '// made anew',
      '/** Whoever asks. */',
      "  it('is closed to strangers', () => {",
      'run(); // anew',
    ];
    for (const text of bad) expect(archaicSentences([file('server/src/a.ts', text)])).toHaveLength(1);
    expect(archaicSentences([file('server/src/a.ts', "const text = 'Whoever comes later';")])).toEqual([]);
    expect(archaicSentences([file('web/src/kit/texts/en/a.ts', '// anew')])).toEqual([]);
  });
});

describe('decisions', () => {
  const index = { path: 'docs/decisions/README.md', text: '- [0001](0001-a-choice.md): A choice' };
  const of = (name: string, text: string) => ({ path: `docs/decisions/${name}`, text });

  it('are numbered once, in file and heading, and are in the index', () => {
    expect(unlistedDecisions([index, of('0001-a-choice.md', '# 0001: A choice')])).toEqual([]);
    expect(unlistedDecisions([index, of('0001-a-choice.md', '# 2. A choice')])).toHaveLength(1);
    expect(unlistedDecisions([index, of('0002-other.md', '# 0002: Other')])).toHaveLength(1);
    expect(unlistedDecisions([index, of('a-choice.md', '# A choice')])).toHaveLength(1);
    const twice = [of('0001-a-choice.md', '# 0001: A choice'), of('0001-other.md', '# 0001: Other')];
    expect(unlistedDecisions([index, ...twice])).toHaveLength(2);
  });
});

describe('papers', () => {
  it('refuses references to papers outside the repository, but not in tests', () => {
    const bad = [
      '// as AB-12 asks',
      '/** See CALL-13. */',
      '// attack 5',
      '// spec.md, 3',
      "'../shared/fixtures'",
    ];
    for (const text of bad) expect(paperReferences([file('web/src/a.ts', text)])).toHaveLength(1);
    for (const text of bad) expect(paperReferences([file('web/src/a.test.ts', text)])).toEqual([]);
  });

  it('lets standards and file formats be named', () => {
    const text = "const digest = 'SHA-256'; // UTF-8, AES-256-GCM, PDF-1.4, [A-Z]-9, GPT-5, X-00.";
    expect(paperReferences([file('server/src/a.ts', text)])).toEqual([]);
  });
});

describe('manners', () => {
  it('refuses 401 lines, but not in a test or a data table', () => {
    const text = 'x\n'.repeat(401);
    const names = ['web/src/a.ts', 'web/src/a.test.ts', 'web/src/a.data.ts', 'web/src/a.gen.ts'];
    expect(longFiles(names.map((name) => file(name, text)))).toEqual(['packages/web/src/a.ts: 401 lines']);
    expect(longFiles([file('web/src/a.ts', 'x\n'.repeat(400))])).toEqual([]);
  });

  it('refuses names that say nothing', () => {
    const bad = [
      'web/src/utils.ts',
      'web/src/helpers/a.ts',
      'server/src/common.test.ts',
      'engine/src/types.ts',
    ];
    expect(emptyNamed(bad.map((name) => file(name)))).toHaveLength(4);
    expect(emptyNamed([file('web/src/data-types.ts')])).toEqual([]);
  });

  it('refuses barrels', () => {
    expect(barrels([file('web/src/a.ts', "export * from './b.ts';")])).toHaveLength(1);
    expect(barrels([file('web/src/a.ts', "export {\n  b,\n} from './b.ts';")])).toHaveLength(1);
    expect(barrels([file('web/src/a.ts', "import { b } from './b.ts';\nexport const c = b;")])).toEqual([]);
  });

  it('refuses default exports outside the files whose tool demands one', () => {
    expect(defaultExports([file('web/src/a.ts', 'export default 1;')])).toHaveLength(1);
    expect(
      defaultExports([file('web/src/a.ts', `const a = 1;\nexport { a as ${'default'} };`)]),
    ).toHaveLength(1);
    expect(defaultExports([file('web/vite.config.ts', 'export default 1;')])).toEqual([]);
  });

  it('lets a feature of the server re-export what others may use', () => {
    const text = "export { b } from './b.ts';";
    expect(barrels([file('server/src/features/flows/runs/public.ts', text)])).toEqual([]);
    expect(barrels([file('web/src/features/chat/public.ts', text)])).toHaveLength(1);
  });

  it('refuses an export that nothing else names', () => {
    const made = file('engine/src/a.ts', 'export const lonely = 1;\nexport const wanted = 2;');
    const user = file('engine/src/b.ts', "import { wanted } from './a.ts';");
    expect(deadExports([made, user])).toEqual([
      'packages/engine/src/a.ts: lonely is exported, but used in no other file',
    ]);
  });

  it('refuses postponed work', () => {
    expect(postponedWork([file('web/src/a.ts', `// ${'TO'}${'DO'}: later`)])).toHaveLength(1);
  });
});

describe('egress', () => {
  it('refuses clients outside the egress folder', () => {
    const modules = ['node:http', 'https', 'undici', 'ws', 'node:net', 'node:tls', 'node:dns/promises'];
    for (const name of modules) {
      expect(egressViolations([file('server/src/a.ts', `import { x } from '${name}';`)])).toHaveLength(1);
    }
    expect(egressViolations([file('catalogue/src/a.ts', 'globalThis.fetch(url)')])).toHaveLength(1);
    expect(egressViolations([file('catalogue/src/a.ts', "globalThis['fetch'](url)")])).toHaveLength(1);
  });

  it('lets all code name the types of connections', () => {
    const text =
      "import type { ServerResponse } from 'node:http';\nexport type Fetch = typeof globalThis.fetch;";
    expect(egressViolations([file('server/src/a.ts', text)])).toEqual([]);
  });

  it('lets the egress client, tests and the browser’s API client connect', () => {
    expect(
      egressViolations([file('server/src/platform/egress/a.ts', "import { x } from 'undici';")]),
    ).toEqual([]);
    expect(egressViolations([file('server/src/a.test.ts', "import { x } from 'node:http';")])).toEqual([]);
    expect(egressViolations([file('web/src/kit/api/call.ts', 'window.fetch(url)')])).toEqual([]);
    expect(egressViolations([file('widget/src/api/call.ts', 'window.fetch(url)')])).toEqual([]);
    expect(egressViolations([file('widget/src/chat/a.ts', 'window.fetch(url)')])).toHaveLength(1);
  });
});

describe('manifests', () => {
  it('refuse version ranges', () => {
    const dependencies = { a: '^1.0.0', b: '1.0.0', c: 'latest', d: '1.0.0-beta.17' };
    expect(unpinned([{ name: 'x', dependencies }])).toEqual(["x: a is '^1.0.0'", "x: c is 'latest'"]);
  });

  it('refuse packages that run a script at install', () => {
    const packages = { '': {}, 'node_modules/a': { hasInstallScript: true }, 'node_modules/b': {} };
    expect(installScripts({ packages })).toEqual(['a']);
  });

  it('refuse imports that nobody declared', () => {
    const manifests = { web: { name: '@tendril/web', dependencies: { react: '1.0.0' } } };
    const rootManifest = { name: 'root', devDependencies: { vitest: '1.0.0' } };
    const text =
      "import { x } from 'react/jsx-runtime';\nimport { y } from 'vitest';\nimport { z } from '@mui/x/y';";
    const find = (path: string) => undeclaredImports([file(path, text)], manifests, rootManifest);
    expect(find('web/src/a.ts')).toEqual([
      'packages/web/src/a.ts: vitest is not declared',
      'packages/web/src/a.ts: @mui/x is not declared',
    ]);
    expect(find('web/src/a.test.ts')).toEqual(['packages/web/src/a.test.ts: @mui/x is not declared']);
  });
});

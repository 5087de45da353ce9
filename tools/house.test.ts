import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staleIndexes } from './catalogue/catalogue-indexes.ts';
import { repeatedStyles } from './house/css-duplicates.ts';
import { deadExports } from './house/dead-exports.ts';
import { unlistedDecisions } from './house/decisions.ts';
import { egressViolations } from './house/egress.ts';
import { featureViolations, nodeNamesInEngine, screenViolations } from './house/features.ts';
import { layerViolations, partCircles, strayFolders } from './house/layers.ts';
import {
  installScripts,
  type LockFile,
  type Manifest,
  undeclaredImports,
  unpinned,
} from './house/manifests.ts';
import { barrels, defaultExports, emptyNamed, longFiles, postponedWork } from './house/manners.ts';
import { emptyPackages, packageViolations, unfinishedImports } from './house/packages.ts';
import { paperReferences } from './house/papers.ts';
import { readDocuments, readSources, readStyleSheets } from './house/source-tree.ts';
import { unnamedRequirements } from './house/unnamed-requirements.ts';
import { archaicSentences, foreignWords } from './house/words.ts';
import { repositoryRoot } from './repository-root.ts';

const packageNames = readdirSync(join(repositoryRoot, 'packages'));
const sources = readSources(
  repositoryRoot,
  packageNames.map((name) => `packages/${name}/src`),
);
const sheets = readStyleSheets(
  repositoryRoot,
  packageNames.map((name) => `packages/${name}/src`),
);
const everything = [...sources, ...readSources(repositoryRoot, ['tools', 'e2e', 'bench', 'campaign'])];

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8')) as T;
}

const rootManifest = readJson<Manifest>('package.json');
const manifests = Object.fromEntries(
  packageNames.map((name) => [name, readJson<Manifest>(`packages/${name}/package.json`)]),
);

describe('the house', () => {
  it('has files in every package', () => expect(emptyPackages(sources)).toEqual([]));
  it('has packages that import downward only', () => expect(packageViolations(sources)).toEqual([]));
  it('writes every relative import with its ending', () => expect(unfinishedImports(sources)).toEqual([]));
  it('has layers that import downward only', () => expect(layerViolations(sources)).toEqual([]));
  it('has no folder outside its layers', () => expect(strayFolders(sources)).toEqual([]));
  it('has no circle of features', () => expect(partCircles(sources)).toEqual([]));
  it('is named in the words of the glossary', () => expect(foreignWords(everything)).toEqual([]));
  it('is described in plain English', () => expect(archaicSentences(everything)).toEqual([]));
  it('refers to no paper outside the repository', () => expect(paperReferences(everything)).toEqual([]));
  it('has screens that do not know each other', () => expect(screenViolations(sources)).toEqual([]));
  it('has features that meet by their public files', () => expect(featureViolations(sources)).toEqual([]));
  it('opens connections in one place', () => expect(egressViolations(sources)).toEqual([]));
  it('has no file over 400 lines', () => expect(longFiles(everything)).toEqual([]));
  it('has no file whose name says nothing', () => expect(emptyNamed(everything)).toEqual([]));
  it('has no barrel', () => expect(barrels(everything)).toEqual([]));
  it('has no default export', () => expect(defaultExports(everything)).toEqual([]));
  it('has no export that nothing else names', () => expect(deadExports(everything)).toEqual([]));
  it('writes the same styles once', () => expect(repeatedStyles(sheets)).toEqual([]));
  it('postpones nothing', () => expect(postponedWork(everything)).toEqual([]));
  it('PRODUCT-02: has a test of every numbered requirement', () =>
    expect(unnamedRequirements(everything)).toEqual([]));
  it('has an index of every decision', () =>
    expect(unlistedDecisions(readDocuments(repositoryRoot, ['docs/decisions']))).toEqual([]));
  it('has an index of every node and credential', () => expect(staleIndexes(repositoryRoot)).toEqual([]));

  it('has an engine that names no node', () => {
    const index = readFileSync(join(repositoryRoot, 'packages/catalogue/src/nodes/index.gen.ts'), 'utf8');
    const nodeNames = [...index.matchAll(/^ {2}(\w+): \(\) =>/gm)].map((match) => match[1] ?? '');
    expect(nodeNames.length).toBeGreaterThan(0);
    expect(nodeNamesInEngine(sources, nodeNames)).toEqual([]);
  });
});

describe('the packages', () => {
  it('pin every version', () => expect(unpinned([rootManifest, ...Object.values(manifests)])).toEqual([]));

  it('run no install script that was not reviewed', () => {
    expect(installScripts(readJson<LockFile>('package-lock.json'))).toEqual([]);
  });

  it('declare what they import', () =>
    expect(undeclaredImports(sources, manifests, rootManifest)).toEqual([]));
});

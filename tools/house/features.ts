import { importPairs } from './imports.ts';
import { isTestFile, type SourceFile } from './source-tree.ts';

function screenOf(path: string | undefined): string | undefined {
  return /^packages\/web\/src\/screens\/([^/]+)\//.exec(path ?? '')?.[1];
}

function featureOf(path: string | undefined): string | undefined {
  return /^packages\/server\/src\/features\/([^/]+\/[^/]+)\//.exec(path ?? '')?.[1];
}

/** Names screens that import another screen, and shared code of the web app that imports a screen. */
export function screenViolations(files: readonly SourceFile[]): string[] {
  return importPairs(files).flatMap(({ file, found }) => {
    const [from, to] = [screenOf(file.path), screenOf(found.target)];
    if (!to || from === to) return [];
    if (from) return [`${file.path}: the screen ${from} imports the screen ${to}`];
    const mayKnowScreens = /^packages\/web\/src\/(routes|app\/)/.test(file.path) || isTestFile(file.path);
    return mayKnowScreens ? [] : [`${file.path}: only the table of routes knows the screen ${to}`];
  });
}

/** Names code that bypasses the public file of a server feature; tests may prepare data as they like. */
export function featureViolations(files: readonly SourceFile[]): string[] {
  return importPairs(files).flatMap(({ file, found }) => {
    const [from, to] = [featureOf(file.path), featureOf(found.target)];
    if (!to || from === to || isTestFile(file.path)) return [];
    if (found.target?.endsWith('/public.ts')) return [];
    return [`${file.path}: reaches ${found.specifier} of the feature ${to}; only its public.ts is open`];
  });
}

/** Names engine files that mention a node of the catalogue: the engine must not depend on particular nodes. */
export function nodeNamesInEngine(files: readonly SourceFile[], nodeNames: readonly string[]): string[] {
  return files
    .filter((file) => file.path.startsWith('packages/engine/src/') && !isTestFile(file.path))
    .flatMap((file) =>
      nodeNames
        .filter((name) => file.text.includes(`'${name}'`))
        .map((name) => `${file.path}: the engine knows the node ${name}`),
    );
}

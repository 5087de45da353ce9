import { type Import, importPairs } from './imports.ts';
import { isTestFile, packageOf, type SourceFile } from './source-tree.ts';

/** The layers inside a package, from the top: a file imports its own layer and those below. */
const layers: Record<string, readonly string[]> = {
  server: ['commands', 'composition', 'features', 'platform'],
  web: ['app', 'screens', 'features', 'kit'],
};

interface Place {
  packageName: string;
  /** Undefined for entry points, which are beside the layers. */
  layer: string | undefined;
  /** The folder that counts as one part of the layer: `flows/runs`, `canvas`. */
  part: string | undefined;
}

function placeOf(path: string): Place | undefined {
  const packageName = packageOf(path) ?? '';
  const [layer, ...rest] = path.slice(`packages/${packageName}/src/`.length).split('/');
  if (!layers[packageName]) return undefined;
  if (rest.length === 0 || !layer) return { packageName, layer: undefined, part: undefined };
  const depth = packageName === 'server' && layer === 'features' ? 2 : 1;
  const part = rest.length > depth ? rest.slice(0, depth).join('/') : undefined;
  return { packageName, layer, part };
}

interface Step {
  file: SourceFile;
  found: Import;
  from: Place;
  to: Place;
}

function stepsWithin(files: readonly SourceFile[]): Step[] {
  return importPairs(files).flatMap(({ file, found }) => {
    const [from, to] = [placeOf(file.path), found.target ? placeOf(found.target) : undefined];
    if (!from || !to || from.packageName !== to.packageName || isTestFile(file.path)) return [];
    return [{ file, found, from, to }];
  });
}

/** Names imports that go up from one layer of a package to another. */
export function layerViolations(files: readonly SourceFile[]): string[] {
  return stepsWithin(files).flatMap(({ file, found, from, to }) => {
    const order = layers[from.packageName] ?? [];
    const [here, there] = [order.indexOf(from.layer ?? ''), order.indexOf(to.layer ?? '')];
    if (here < 0 || there < 0 || there >= here) return [];
    return [`${file.path}: ${from.layer} imports ${found.specifier} of ${to.layer}, which stands above it`];
  });
}

/** Names folders of a package outside of its layers; what only tests use has a folder beside them. */
export function strayFolders(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const place = placeOf(path);
    if (!place?.layer || place.layer === 'testing') return [];
    return layers[place.packageName]?.includes(place.layer) ? [] : [`${path}: ${place.layer} is no layer`];
  });
}

/** Names cycles of parts within one layer, each once, including imports of types. */
export function partCircles(files: readonly SourceFile[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of stepsWithin(files)) {
    if (from.layer !== to.layer || !from.part || !to.part || from.part === to.part) continue;
    const key = `${from.packageName} ${from.part}`;
    arrows.set(key, (arrows.get(key) ?? new Set()).add(`${to.packageName} ${to.part}`));
  }
  const circles = new Set<string>();
  const finished = new Set<string>();
  const visit = (part: string, trail: readonly string[]): void => {
    if (trail.includes(part)) {
      circles.add([...trail.slice(trail.indexOf(part)), part].join(' → '));
      return;
    }
    if (finished.has(part)) return;
    for (const next of arrows.get(part) ?? []) visit(next, [...trail, part]);
    finished.add(part);
  };
  for (const part of arrows.keys()) visit(part, []);
  return [...circles];
}

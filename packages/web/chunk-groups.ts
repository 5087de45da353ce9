/** What a bundler says of a module it has read. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  name: string | ((id: string, graph: ModuleGraph) => string | null);
  test?: RegExp;
  tags?: '$initial'[];
  priority: number;
  minShareCount?: number;
}

/** Everything that comes along when one of the modules is imported. */
function collectImports(graph: ModuleGraph, roots: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

interface SharedParts {
  name: string;
  /** The screens, below `src`, whose imports these are. */
  screens: readonly string[];
  test?: RegExp;
  priority: number;
}

/** What the screens import and others import too, as one file. */
function sharedParts(src: string, { name, screens, ...rules }: SharedParts): ChunkGroup {
  let imports: Set<string> | undefined;
  return {
    ...rules,
    minShareCount: 2,
    name(id, graph) {
      imports ??= collectImports(
        graph,
        screens.map((screen) => `${src}/${screen}`),
      );
      return imports.has(id) ? name : null;
    },
  };
}

/**
 * Which modules share a file; `src` is the folder of the sources, with slashes. Left alone, each set of screens that
 * has something in common gets a file for it, and a screen opens with ninety of them, most of a few hundred bytes.
 */
export function chunkGroups(src: string): ChunkGroup[] {
  return [
    { name: 'vendor', tags: ['$initial'], test: /node_modules[\\/]/, priority: 5 },
    { name: 'app', tags: ['$initial'], priority: 4 },
    sharedParts(src, {
      name: 'lists',
      screens: ['screens/login/login-screen.tsx', 'screens/flows/flows-screen.tsx'],
      priority: 3,
    }),
    // Forms, runs and chats are on many screens, which can do without the drawing.
    sharedParts(src, {
      name: 'parts',
      screens: ['screens/canvas/canvas-screen.tsx'],
      test: /^(?!.*(?:features[\\/](?:canvas|draft)|node_modules[\\/](?:@xyflow|d3-|classcat|idb))[\\/-]?)/,
      priority: 2,
    }),
    sharedParts(src, { name: 'canvas', screens: ['screens/canvas/canvas-screen.tsx'], priority: 1 }),
    // An icon is 300 bytes: by itself it would travel behind 700 bytes of head.
    { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 0 },
  ];
}

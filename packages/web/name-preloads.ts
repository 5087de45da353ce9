import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The files a screen needs, without those that the page itself asks for. */
function listFiles(bundle: Bundle, screen: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const collect = (roots: readonly Rolldown.OutputChunk[]) => {
    const found = new Set(roots);
    for (const chunk of found) {
      for (const name of chunk.imports) {
        const imported = byName.get(name);
        if (imported) found.add(imported);
      }
    }
    return found;
  };
  const page = collect(chunks.filter((chunk) => chunk.isEntry));
  const wanted = collect(chunks.filter((chunk) => chunk.facadeModuleId?.endsWith(screen)));
  return [...wanted.difference(page)].flatMap((chunk) => [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
  ]);
}

/** Names the files of the canvas in `preloads.json`, from which the server has browsers fetch them early. */
export function namePreloads(screen: string): Plugin {
  return {
    name: 'name-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const canvas = listFiles(bundle, screen).map((file) => `/${file}`);
      if (canvas.length === 0) throw new Error(`${screen} is not a screen of its own.`);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify({ canvas }) });
    },
  };
}

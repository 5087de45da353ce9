import { type CatalogueFile, declaredName } from './declared-name.ts';

/** A literal of the declaration itself, which stands two spaces in. */
function literalOf(file: CatalogueFile, key: string): string {
  const found = new RegExp(`^  ${key}:\\s*('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"),$`, 'm').exec(
    file.text,
  );
  if (!found?.[1]) throw new Error(`${file.path}: ${key} has to be a literal, which the palette shows.`);
  return found[1];
}

/** Lists what the palette shows of nodes made from their interface, so that it loads none of their code. */
export function implementedIndex(files: readonly CatalogueFile[]): string {
  const lines = files.flatMap((file) => {
    const name = declaredName(file, 'implementNode');
    if (!name) return [];
    const [icon, description] = [literalOf(file, 'icon'), literalOf(file, 'description')];
    return [`  ${name}: { icon: ${icon}, description: ${description} },`];
  });
  return ['', 'export const implementedNodes = {', ...lines.sort(), '} as const;', ''].join('\n');
}

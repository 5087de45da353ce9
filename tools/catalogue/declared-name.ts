/** A file of the catalogue: its path below the folder that is indexed, and its text. */
export interface CatalogueFile {
  path: string;
  text: string;
}

/**
 * Reads the name that a file of the catalogue declares; undefined when the file declares nothing. Throws when it
 * declares more than one thing, or exports it under another name than its own.
 */
export function declaredName(file: CatalogueFile, definers: string): string | undefined {
  const found = [...file.text.matchAll(new RegExp(`^export const (\\w+)[^=\\n]*= (?:${definers})\\(`, 'gm'))];
  const declaration = found[0];
  if (!declaration) return undefined;
  if (found.length > 1) throw new Error(`${file.path} declares ${found.length} things; one file holds one.`);

  const exported = declaration[1];
  const name = /\bname: '([^']+)'/.exec(file.text.slice(declaration.index))?.[1];
  if (name !== exported) throw new Error(`${file.path} exports ${exported}, but its name is '${name}'.`);
  return name;
}

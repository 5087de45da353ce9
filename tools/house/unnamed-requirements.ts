import { isTestFile, type SourceFile } from './source-tree.ts';

/** How many requirements each area of the product has; tests carry their numbers in their names. */
const areas: Readonly<Record<string, number>> = {
  ...{ PRODUCT: 8, ROUTES: 34, AUTH: 13, SHELL: 34, THEME: 7, EXPORT: 29, IMPORT: 7, NOTIFY: 15 },
  ...{ CANVAS: 11, NODE: 15, CONNECT: 4, CONDITION: 10, CHAT: 11, VDET: 15, FUNC: 24, VED: 33, KB: 1 },
  ...{ VPICK: 19, CALL: 21, SPEECH: 17, SEC: 11, HOOK: 4, POST: 4, LLM: 2, CATV: 10, CATL: 2, CATM: 9 },
  ...{ CATS: 1, ENT: 8, API: 22, ERR: 10, CONST: 13, FMT: 16, STATE: 16, SP: 104 },
};

/** One number, or the first and last of several, of which the last may leave out the area. */
const mention = /\b([A-Z]+)-(\d{2,3})(?: to (?:\1)?-(\d{2,3}))?/g;

/** The requirements that no test names. */
export function unnamedRequirements(files: readonly SourceFile[]): string[] {
  const named = new Set<string>();
  for (const { text } of files.filter(({ path }) => isTestFile(path))) {
    for (const [, area = '', first, last = first] of text.matchAll(mention)) {
      for (let number = Number(first); number <= Number(last); number += 1) named.add(`${area} ${number}`);
    }
  }
  return Object.entries(areas).flatMap(([area, count]) =>
    Array.from({ length: count }, (_, index) => `${area} ${index + 1}`).filter((one) => !named.has(one)),
  );
}

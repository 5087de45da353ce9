import { archiveEntries } from './archive-entries.ts';

/** The texts of an archive by their names. Throws an error whose message says why it cannot be read. */
export function readArchive(bytes: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, content } of archiveEntries(bytes))
    if (/\.(xml|rels|opf|x?html?|ncx)$/i.test(name)) texts.set(name, content.toString('utf8'));
  return texts;
}

/** The texts whose names match, in the order of the number in their name. */
export function numberedParts(texts: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  return [...texts]
    .flatMap(([name, text]) => {
      const number = pattern.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), text }];
    })
    .sort((left, right) => left.number - right.number)
    .map(({ text }) => text);
}

import type { SourceFile } from './source-tree.ts';

const decisionFile = /\/(\d{4})-[a-z0-9-]+\.md$/;

/** Names decisions whose heading does not begin with their number, whose number is taken, or that the index leaves out. */
export function unlistedDecisions(files: readonly SourceFile[]): string[] {
  const index = files.find(({ path }) => path.endsWith('/README.md'))?.text ?? '';
  const numbers = new Set<string>();
  return files.flatMap(({ path, text }) => {
    const [, number] = decisionFile.exec(path) ?? [];
    if (number === undefined)
      return path.endsWith('/README.md') ? [] : [`${path}: no number, as in 0001-a-choice.md`];
    const isTaken = numbers.has(number);
    numbers.add(number);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return [
      ...(isTaken ? [`${path}: another decision has the number`] : []),
      ...(text.startsWith(`# ${number}: `)
        ? []
        : [`${path}: the heading does not begin with "# ${number}: "`]),
      ...(index.includes(`](${name})`) ? [] : [`${path}: not in docs/decisions/README.md`]),
    ];
  });
}

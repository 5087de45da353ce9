import { isTestFile, type SourceFile } from './source-tree.ts';

/** Names of standards and formats, which look like the ids of papers. */
const standards = new Set(['AES', 'CVE', 'GPT', 'ISO', 'PDF', 'RFC', 'SHA', 'UTF', 'WCAG']);

const paperId = /\b([A-Z]{2,9})-\d{2,3}\b/g;

const mention = /\b(?:spec|acceptance)\.md\b|\.\.\/shared\b|\b(?:attack|look) \d+\b/;

/** Names lines that refer to papers outside the repository: a reader needs the reason itself. Tests may name ids. */
export function paperReferences(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !isTestFile(file.path) && !file.path.startsWith('tools/house/'))
    .flatMap((file) =>
      file.text.split('\n').flatMap((line, index) => {
        const ids = [...line.matchAll(paperId)].filter(([, family = '']) => !standards.has(family));
        const found = ids[0]?.[0] ?? mention.exec(line)?.[0];
        return found
          ? [`${file.path}:${index + 1}: "${found}" is not in the repository; give the reason`]
          : [];
      }),
    );
}

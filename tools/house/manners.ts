import { basename } from 'node:path';
import { codeOf, isTestFile, type SourceFile } from './source-tree.ts';

const longestFile = 400;
const emptyNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types']);

function isDataTable(path: string): boolean {
  return /\.(data|gen)\.ts$/.test(path);
}

/** Names files of more than 400 lines; tests and data tables (`.data.ts`, `.gen.ts`) may be longer. */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !isTestFile(file.path) && !isDataTable(file.path))
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > longestFile)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

/** Names files and folders whose name says nothing about their content. */
export function emptyNamed(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.path.split('/').some((part) => emptyNames.has(part.replace(/\..*$/, ''))))
    .map((file) => `${file.path}: a name that says nothing`);
}

/** Names files that re-export what other files export; the public file of a server feature may. */
export function barrels(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !/^packages\/server\/src\/features\/[^/]+\/[^/]+\/public\.ts$/.test(file.path))
    .filter((file) => /(^|[\s;}])export\s+(type\s+)?(\*|\{[^}]*\})[^;'"]*\bfrom\s*['"]/.test(codeOf(file)))
    .map((file) => `${file.path}: re-exports another file's exports`);
}

/** Names default exports outside the files whose tool requires one. */
export function defaultExports(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !/^(vite|vitest)\.config\.ts$/.test(basename(file.path)))
    .filter((file) => /^\s*export\s+default\b|\bas\s+default\b/m.test(codeOf(file)))
    .map((file) => `${file.path}: default export`);
}

/** Names files with a to-do note instead of the work. */
export function postponedWork(files: readonly SourceFile[]): string[] {
  const words = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'];
  return files
    .filter((file) => words.some((word) => new RegExp(`\\b${word}\\b`).test(file.text)))
    .map((file) => `${file.path}: postponed work`);
}

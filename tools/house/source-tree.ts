import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A source file: its path below the checkout with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

const sourceFile = /\.(ts|tsx|mts|mjs|js)$/;
const styleSheet = /\.css$/;
const document = /\.md$/;
const foreignPath = /(^|\/)(node_modules|dist|\.tendril|__fixtures__)(\/|$)/;

function readFiles(root: string, folders: readonly string[], wanted: RegExp): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        `${folder}/${name}`.replaceAll('\\', '/'),
      ),
    )
    .filter((path) => wanted.test(path) && !foreignPath.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Reads every source file below some folders of a checkout. */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  return readFiles(root, folders, sourceFile);
}

/** Reads every style sheet below some folders of a checkout. */
export function readStyleSheets(root: string, folders: readonly string[]): SourceFile[] {
  return readFiles(root, folders, styleSheet);
}

/** Reads every document below some folders of a checkout. */
export function readDocuments(root: string, folders: readonly string[]): SourceFile[] {
  return readFiles(root, folders, document);
}

/** Whether a file holds tests or what only tests use. */
export function isTestFile(path: string): boolean {
  return /\.(test|test-d)\.tsx?$/.test(path) || /\/testing\//.test(path);
}

/** A file's text without comments, so that rules do not judge prose. */
export function codeOf(file: SourceFile): string {
  return file.text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** The package a path lies in (`engine`), or undefined outside packages. */
export function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

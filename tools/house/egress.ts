import { importPairs } from './imports.ts';
import { codeOf, isTestFile, packageOf, type SourceFile } from './source-tree.ts';

const connectingModule =
  /^(node:)?(https?|http2|net|tls|dgram|dns|dns\/promises)$|^(undici|ws|axios|got|node-fetch)(\/|$)/;
const globalClient =
  /(?<!typeof )\b(globalThis|window|self)\s*(\.\s*|\[\s*['"])(fetch|WebSocket|EventSource|XMLHttpRequest)\b/;

function mayConnect(path: string): boolean {
  return isTestFile(path) || path.startsWith('packages/server/src/platform/egress/');
}

function isBrowserClient(path: string): boolean {
  return /^packages\/(web\/src\/(kit\/api|features\/voice)|widget\/src\/api)\//.test(path);
}

/** Names code outside the egress client that could open a connection; the linter forbids the bare globals. */
export function egressViolations(files: readonly SourceFile[]): string[] {
  const modules = importPairs(files)
    .filter(
      ({ file, found }) =>
        connectingModule.test(found.specifier) && !found.isTypeOnly && !mayConnect(file.path),
    )
    .map(({ file, found }) => `${file.path}: imports ${found.specifier}`);
  const globals = files
    .filter((file) => packageOf(file.path) && !mayConnect(file.path) && !isBrowserClient(file.path))
    .filter((file) => globalClient.test(codeOf(file)))
    .map((file) => `${file.path}: takes a client from the global object`);
  return [...modules, ...globals];
}

import { basename } from 'node:path';
import { codeOf, isTestFile, type SourceFile } from './source-tree.ts';

/** Words of no field, with what `docs/glossary.md` says instead. */
const insteadOf: Readonly<Record<string, string>> = {
  anew: 'again',
  census: 'counts',
  deafen: 'close',
  desk: 'session, provider or services',
  door: 'entry point or route',
  ear: 'recognizer',
  ground: 'infrastructure',
  hand: 'driver',
  honoured: 'normalized',
  house: 'server or installation',
  household: 'network',
  keeper: 'store or writer',
  lend: 'provide',
  lender: 'provider',
  lent: 'provided',
  mouth: 'synthesizer',
  reckon: 'compute or count',
  stranger: 'visitor or anonymous',
  tell: 'emit, notify or describe',
  told: 'emitted',
  unkept: 'ephemeral',
  veil: 'redact',
  whoever: 'caller',
  wish: 'request',
  wordless: 'redacted',
};

const declared = /\b(?:function\*?|class|interface|type|const|let|enum)\s+([A-Za-z_$][\w$]*)/g;

function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter(Boolean);
}

// Released migrations keep their names; icons have those of their library; sentences are about people; and the rules
// themselves are the "house test".
function isJudged(path: string): boolean {
  return !/\/(migrations|texts\/en|templates)\/|^tools\/house/.test(path);
}

const archaic = /\b(anew|whoever|strangers?)\b/i;

/** Names comments and titles of tests in words that a glossary cannot help: stilted ones for "again", a caller, a visitor. */
export function archaicSentences(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isJudged(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = /^\s*(?:\/\/|\/?\*|it\()|\s\/\/ /.test(line) ? archaic.exec(line)?.[0] : undefined;
        return found ? [`${path}:${index + 1}: "${found}"; say again, or who acts`] : [];
      }),
    );
}

/** Names files and declarations whose name is built from a word that the glossary replaces. */
export function foreignWords(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isJudged(file.path))
    .flatMap((file) => {
      const names = [
        basename(file.path),
        ...(isTestFile(file.path) ? [] : [...codeOf(file).matchAll(declared)].map((match) => match[1] ?? '')),
      ];
      return names.flatMap((name) =>
        wordsOf(name)
          .filter((word) => Object.hasOwn(insteadOf, word))
          .map((word) => `${file.path}: ${name} says "${word}"; say ${insteadOf[word]}`),
      );
    });
}

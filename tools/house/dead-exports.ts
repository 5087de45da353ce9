import { codeOf, isTestFile, type SourceFile } from './source-tree.ts';

const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

function isJudged({ path }: SourceFile): boolean {
  return path.startsWith('packages/') && !isTestFile(path) && !/\.gen\.ts$/.test(path);
}

/** Names exports whose name occurs in no other file; use by tests counts. */
export function deadExports(files: readonly SourceFile[]): string[] {
  const filesWith = new Map<string, number>();
  for (const file of files)
    for (const word of new Set(file.text.match(/[A-Za-z_$][\w$]*/g)))
      filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  return files.filter(isJudged).flatMap((file) =>
    [...codeOf(file).matchAll(exported)]
      .map((match) => match[1] ?? '')
      .filter((name) => filesWith.get(name) === 1)
      .map((name) => `${file.path}: ${name} is exported, but used in no other file`),
  );
}

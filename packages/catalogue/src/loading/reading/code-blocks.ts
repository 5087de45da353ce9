import type { Block } from '@tendril/contract/provider/block';

/** Where something of its own begins, by the ending of a file's name. */
const starts: Readonly<Record<string, RegExp>> = {
  py: /^(?:async\s+)?(?:def|class)\s+\w|^@\w/,
  rb: /^\s{0,2}(?:def|class|module)\s/,
  go: /^(?:func|type|var|const)\b/,
  rs: /^(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+)*(?:fn|struct|enum|trait|impl|mod|macro_rules!)\b|^#\[/,
  java: /^\s{0,4}(?:@\w|(?:public|private|protected|static|final|abstract|class|interface|enum|record)\b)/,
  kt: /^\s{0,4}(?:@\w|(?:(?:public|private|internal|open|data|sealed|suspend|override|abstract)\s+)*(?:fun|class|object|interface)\b)/,
  cs: /^\s{0,8}(?:\[\w|(?:public|private|protected|internal|static|abstract|class|interface|enum|namespace|record)\b)/,
  php: /^\s{0,4}(?:(?:abstract|final|public|private|protected|static)\s+)*(?:function|class|interface|trait)\b/,
  swift:
    /^\s{0,4}(?:(?:public|private|internal|open|static|final)\s+)*(?:func|class|struct|enum|protocol|extension)\b/,
  scala: /^\s{0,2}(?:(?:case|private|final|sealed|abstract|override)\s+)*(?:def|class|object|trait)\b/,
  sql: /^(?:create|alter|insert|select|update|delete|with|drop)\b/i,
  sh: /^(?:function\s+\w|\w+\s*\(\)\s*\{)/,
  lua: /^(?:local\s+)?function\b/,
  ts: /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:function|class|interface|type|enum|namespace|const|let)\b|^\/\*\*/,
  c: /^(?:[A-Za-z_][\w*&:<>, ]*\([^;]*$|(?:struct|class|enum|namespace|template|typedef)\b)/,
};

const likenesses: Readonly<Record<string, string>> = {
  js: 'ts',
  jsx: 'ts',
  tsx: 'ts',
  mjs: 'ts',
  cjs: 'ts',
  cpp: 'c',
  cc: 'c',
  h: 'c',
  hpp: 'c',
  python: 'py',
  ruby: 'rb',
  bash: 'sh',
  zsh: 'sh',
  sc: 'scala',
  sol: 'ts',
};
const noFunctions =
  'css,less,scss,proto,xml,yaml,yml,toml,ini,tex,ltx,vb,asp,aspx,ps1,pl,r,dart,ex,exs,hs,clj';

/** Endings of source code. */
export const codeEndings: ReadonlySet<string> = new Set([
  ...Object.keys(starts),
  ...Object.keys(likenesses),
  ...noFunctions.split(','),
]);

const leads = /^\s*(?:\/\*\*|\/\/|#(?!include|define|if|endif)|@\w|\[\w|--|"""|\*)/;
const mostChars = 12_000;

/** Source code, a block for each function, class or other part of its own, with its comment. */
export function* codeBlocks(text: string, ending: string): Generator<Block> {
  const start = starts[likenesses[ending] ?? ending];
  const lines = text.split(/\r\n?|\n/);
  const block = (from: number, to: number): Block | undefined => {
    const code = lines.slice(from, to).join('\n').trimEnd();
    return code.trim() === '' ? undefined : { kind: 'code', text: code, place: { lines: [from + 1, to] } };
  };
  let from = 0;
  let chars = 0;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? '';
    // A comment or an attribute belongs to what comes after it.
    const isStart = start
      ? start.test(line) && !(leads.test(before) && before.trim() !== '')
      : before.trim() === '';
    if (at > from && (isStart ? chars > (start ? 0 : 400) : chars > mostChars)) {
      const done = block(from, at);
      if (done) yield done;
      [from, chars] = [at, 0];
    }
    chars += line.trim().length;
  }
  const last = block(from, lines.length);
  if (last) yield last;
}

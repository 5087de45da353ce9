interface ImportStatement {
  clause: string;
  name: string;
  /** Where it ends. */
  end: number;
}

// Longer than any that a person writes; what is searched stays short.
const longestStatement = 4000;

/**
 * Code runs as the body of a function, where `import … from` may not stand: what stands at its beginning becomes
 * `await import(…)`, line by line.
 */
export function importsAwaited(code: string): string {
  let done = '';
  let at = 0;
  for (;;) {
    const start = skipBlank(code, at);
    const found = readImport(code, start);
    if (!found) return done + code.slice(at);
    // A message of an error names the line that its author sees.
    const lineFeeds = '\n'.repeat(code.slice(start, found.end).split('\n').length - 1);
    done += code.slice(at, start) + awaited(found.clause, found.name) + lineFeeds;
    at = found.end;
  }
}

/** The place after spaces and comments. */
function skipBlank(code: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < code.length && code[at]?.trim() === '') at += 1;
    const isBlock = code.startsWith('/*', at);
    if (!isBlock && !code.startsWith('//', at)) return at;
    const end = isBlock ? code.indexOf('*/', at + 2) : code.indexOf('\n', at);
    if (end < 0) return at;
    at = end + (isBlock ? 2 : 1);
  }
}

function readImport(code: string, start: number): ImportStatement | undefined {
  if (!/^import[\s'"{*]/.test(code.slice(start, start + 7))) return undefined;
  const text = code.slice(start, start + longestStatement);
  const open = text.search(/["']/);
  const close = text.indexOf(text[open] ?? '', open + 1);
  if (open < 0 || close < 0) return undefined;
  const words = text.slice('import'.length, open).trim();
  const isBare = words === '';
  if (!isBare && !(/^[\w$*{},\s]+$/.test(words) && /[\s}]from$/.test(words))) return undefined;
  const end = text[close + 1] === ';' ? close + 2 : close + 1;
  const clause = isBare ? '' : words.slice(0, -'from'.length).trim();
  return { clause, name: text.slice(open + 1, close), end: start + end };
}

function awaited(clause: string, name: string): string {
  const loaded = `await import(${JSON.stringify(name)});`;
  if (clause === '') return loaded;
  const named = /\{([^{}]*)\}/.exec(clause)?.[1]?.replaceAll(/\s/g, ' ').replaceAll(' as ', ': ');
  const whole = /\* *as +([\w$]+)/.exec(clause)?.[1];
  const byDefault = /^[\w$]+/.exec(clause)?.[0];
  const parts = [byDefault && `default: ${byDefault}`, named?.trim().replace(/,$/, '')].filter(Boolean);
  if (whole === undefined) return `const { ${parts.join(', ')} } = ${loaded}`;
  return byDefault
    ? `const ${whole} = ${loaded} const { default: ${byDefault} } = ${whole};`
    : `const ${whole} = ${loaded}`;
}

const leading = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;
const statement = /^import\s*(?:([\w$*{}\s,]+?)\s*from\s*)?(["'])([^"'\n]+)\2[ \t]*;?/;

/**
 * Code runs as the body of a function, where `import … from` may not stand: what stands at its beginning becomes
 * `await import(…)`, line by line.
 */
export function importsAwaited(code: string): string {
  let done = '';
  let rest = code;
  for (;;) {
    const [skipped = ''] = leading.exec(rest) ?? [];
    const [text, clause, , name] = statement.exec(rest.slice(skipped.length)) ?? [];
    if (text === undefined || name === undefined) return done + rest;
    // A message of an error names the line that its author sees.
    const lineFeeds = '\n'.repeat(text.split('\n').length - 1);
    done += `${skipped}${awaited(clause, name)}${lineFeeds}`;
    rest = rest.slice(skipped.length + text.length);
  }
}

function awaited(clause: string | undefined, name: string): string {
  const loaded = `await import(${JSON.stringify(name)});`;
  if (clause === undefined) return loaded;
  const named = /\{([\s\S]*)\}/
    .exec(clause)?.[1]
    ?.replaceAll(/\s+as\s+/g, ': ')
    .replaceAll('\n', ' ');
  const whole = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1];
  const byDefault = /^[\w$]+/.exec(clause)?.[0];
  const parts = [byDefault && `default: ${byDefault}`, named?.trim().replace(/,$/, '')].filter(Boolean);
  if (whole === undefined) return `const { ${parts.join(', ')} } = ${loaded}`;
  return byDefault
    ? `const ${whole} = ${loaded} const { default: ${byDefault} } = ${whole};`
    : `const ${whole} = ${loaded}`;
}

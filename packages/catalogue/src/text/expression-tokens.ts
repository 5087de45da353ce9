import { AppError } from '@tendril/contract/app-error';

export interface Token {
  kind: 'number' | 'name' | 'sign';
  text: string;
}

const longest = 2000;
const pattern =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(?<name>[a-z_]\w*)|(?<sign>\*\*|[-+*/^%(),]))/giy;

/** Operators people write, in the one form the parser knows. */
function plainSigns(expression: string): string {
  return expression
    .replace(/[−–]/g, '-')
    .replace(/[×·∙]/g, '*')
    .replace(/[÷:]/g, '/')
    .replace(/√/g, 'sqrt')
    .replace(/π/g, 'pi')
    .replace(/(\d)[_’'](?=\d{3})/g, '$1')
    .replace(/(\d),(?=\d{3}(?:\D|$))(?![^(]*\))/g, '$1')
    .replace(/=\s*\??\s*$/, '');
}

/** Splits an arithmetic expression into numbers, names and operators. Throws NODE_FAILED at an unknown character. */
export function tokenize(expression: string): Token[] {
  if (expression.length > longest) throw new AppError('NODE_FAILED', 'The expression is too long.');
  const text = plainSigns(expression).trimEnd();
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const { number, name, sign } = pattern.exec(text)?.groups ?? {};
    if (number) tokens.push({ kind: 'number', text: number });
    else if (name?.toLowerCase() === 'mod' && tokens.at(-1)?.kind === 'number')
      tokens.push({ kind: 'sign', text: 'mod' });
    else if (name) tokens.push({ kind: 'name', text: name.toLowerCase() });
    else if (sign) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign });
    else
      throw new AppError('NODE_FAILED', `"${text.slice(at).trim().charAt(0)}" is not part of an expression.`);
    at = pattern.lastIndex;
  }
  return tokens;
}

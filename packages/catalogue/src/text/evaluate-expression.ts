import { AppError } from '@tendril/contract/app-error';
import { type Token, tokenize } from './expression-tokens.ts';

type Argument = (...numbers: number[]) => number;

const constants: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI };

const functions: Record<string, { take: number | 'any'; apply: Argument }> = {
  sqrt: { take: 1, apply: Math.sqrt },
  cbrt: { take: 1, apply: Math.cbrt },
  abs: { take: 1, apply: Math.abs },
  floor: { take: 1, apply: Math.floor },
  ceil: { take: 1, apply: Math.ceil },
  round: {
    take: 'any',
    apply: (value = 0, digits = 0) => Number(`${Math.round(Number(`${value}e${digits}`))}e${-digits}`),
  },
  exp: { take: 1, apply: Math.exp },
  ln: { take: 1, apply: Math.log },
  log: { take: 1, apply: Math.log10 },
  log2: { take: 1, apply: Math.log2 },
  sin: { take: 1, apply: Math.sin },
  cos: { take: 1, apply: Math.cos },
  tan: { take: 1, apply: Math.tan },
  asin: { take: 1, apply: Math.asin },
  acos: { take: 1, apply: Math.acos },
  atan: { take: 1, apply: Math.atan },
  min: { take: 'any', apply: Math.min },
  max: { take: 'any', apply: Math.max },
  pow: { take: 2, apply: (base = 0, power = 0) => base ** power },
  mod: { take: 2, apply: (value = 0, by = 0) => value % by },
};

function fail(message: string): never {
  throw new AppError('NODE_FAILED', message);
}

const deepest = 200;

/**
 * Recursive descent over the tokens: sum, product, sign, power, percent, value. Each parses one level of precedence.
 */
class Reader {
  #at = 0;
  #depth = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readAll(): number {
    const value = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest) fail(`"${rest.text}" is not expected here.`);
    return value;
  }

  #takes(...texts: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !texts.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#takes('+', '-'); sign; sign = this.#takes('+', '-')) {
      const right = this.#product();
      value = sign === '+' ? value + right : value - right;
    }
    return value;
  }

  #product(): number {
    let value = this.#signed();
    for (let sign = this.#takes('*', '/', 'mod'); sign; sign = this.#takes('*', '/', 'mod')) {
      const right = this.#signed();
      if (sign !== '*' && right === 0) fail('Division by zero.');
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
    }
    return value;
  }

  #signed(): number {
    this.#depth += 1;
    if (this.#depth > deepest) fail('The expression is nested too deeply.');
    const sign = this.#takes('-', '+');
    const value = sign ? this.#signed() : this.#power();
    this.#depth -= 1;
    return sign === '-' ? -value : value;
  }

  #power(): number {
    const base = this.#percent();
    // 2^3^2 is 2^(3^2), and 2^-1 is allowed.
    return this.#takes('^') ? base ** this.#signed() : base;
  }

  #percent(): number {
    let value = this.#value();
    while (this.#takes('%')) value /= 100;
    return value;
  }

  #value(): number {
    if (this.#takes('(')) return this.#untilClosed();
    const token = this.#tokens[this.#at];
    if (!token) fail('The expression ends too early.');
    this.#at += 1;
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'sign') fail(`"${token.text}" is not expected here.`);
    return this.#takes('(') ? this.#call(token.text) : this.#constant(token.text);
  }

  #untilClosed(): number {
    const value = this.#sum();
    if (!this.#takes(')')) fail('A closing bracket is missing.');
    return value;
  }

  #constant(name: string): number {
    if (!Object.hasOwn(constants, name)) fail(`"${name}" is not known.`);
    return constants[name] ?? 0;
  }

  #call(name: string): number {
    const found = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!found) fail(`There is no function "${name}".`);
    const numbers = [this.#sum()];
    while (this.#takes(',')) numbers.push(this.#sum());
    if (!this.#takes(')')) fail('A closing bracket is missing.');
    if (found.take !== 'any' && found.take !== numbers.length) fail(`${name} takes ${found.take} numbers.`);
    return found.apply(...numbers);
  }
}

/**
 * Evaluates an arithmetic expression: + - * / ^ %, brackets, pi and e, and functions such as sqrt, round and max. `%`
 * is "hundredths"; between two numbers `mod` gives the remainder. Throws NODE_FAILED in words.
 */
export function evaluateExpression(expression: string): number {
  const value = new Reader(tokenize(expression)).readAll();
  if (!Number.isFinite(value)) fail('The result is not a number.');
  return value;
}

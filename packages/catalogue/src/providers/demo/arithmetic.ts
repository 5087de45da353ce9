const spokenOperators: readonly (readonly [RegExp, string])[] = [
  [/(?<!\d)(\d+(?:\.\d+)?)\s*(?:%|percent)\s+of\s+/gi, '$1/100*'],
  [/\bsquare root of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/(?<!\d)(\d+(?:\.\d+)?)\s+squared\b/gi, '$1^2'],
  [/(?<!\d)(\d+(?:\.\d+)?)\s+cubed\b/gi, '$1^3'],
  [/\bto the power of\b/gi, '^'],
  [/\b(?:multiplied by|times)\b|×|·/gi, '*'],
  [/\bdivided by\b|÷/gi, '/'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−/gi, '-'],
  [/(?<=\d)\s*x\s*(?=\d)/gi, '*'],
  [/\*\*/g, '^'],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
];

const calculation =
  /(?:sqrt[(\s]*|(?<![(\s])[(\s]*)-?\d+(?:\.\d+)?[\s\d.()+\-*/^%]*(?:sqrt\([^)]*\)[\s\d.()+\-*/^%]*)*/gi;

function balanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** The calculation a question asks for, in operators; dates and telephone numbers are none. */
export function arithmeticIn(question: string): string | undefined {
  const text = spokenOperators.reduce((current, [pattern, sign]) => current.replace(pattern, sign), question);
  for (const [match] of text.matchAll(calculation)) {
    const expression = match.trim().replace(/(?<![\s+\-*/^.(])[\s+\-*/^.(]+$/, '');
    const isDate = /^\d{4}-\d{1,2}-\d{1,2}|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|^\+?\d[\d\s-]{8,}$/.test(
      expression,
    );
    const hasOperator = /sqrt|\d[\s)]*[+\-*/^%][\s(]*-?(?:\d|sqrt)/i.test(expression);
    if (!isDate && hasOperator && balanced(expression)) return expression;
  }
  return undefined;
}

import { describe, expect, it } from 'vitest';
import { evaluateExpression } from './evaluate-expression.ts';

describe('evaluateExpression', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['10 / 4', 2.5],
    ['200 * 15%', 30],
    ['17 mod 5', 2],
    ['mod(17, 5)', 2],
    ['sqrt(16) + max(1, 2, 3)', 7],
    ['round(2.345, 2)', 2.35],
    ['2 × 3 ÷ 4 − 1', 0.5],
    ['1,250 + 1', 1251],
    ['1.5e3 + .5', 1500.5],
    ['2**10', 1024],
    ['2 * pi', 2 * Math.PI],
    ['12 * 12 = ?', 144],
  ])('works out %s', (expression, value) => {
    expect(evaluateExpression(expression)).toBeCloseTo(value, 10);
  });

  it.each([
    ['1 / 0', 'Division by zero'],
    ['2 +', 'ends too early'],
    ['(2', 'closing bracket'],
    ['2 2', 'not expected'],
    ['process.exit()', 'not part'],
    ['constructor(1)', 'no function'],
    ['sqrt(-1)', 'not a number'],
    ['sqrt(1, 2)', 'takes 1'],
    ['', 'ends too early'],
    ['x + 1', 'not known'],
  ])('refuses %s in words', (expression, words) => {
    expect(() => evaluateExpression(expression)).toThrow(words);
  });

  it('refuses what is too long or too deep instead of overflowing', () => {
    expect(() => evaluateExpression(`${'('.repeat(900)}1${')'.repeat(900)}`)).toThrow('too deeply');
    expect(() => evaluateExpression('-'.repeat(1500))).toThrow('too deeply');
    expect(() => evaluateExpression('1+'.repeat(1500))).toThrow('too long');
  });
});

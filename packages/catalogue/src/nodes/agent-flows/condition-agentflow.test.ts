import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askedState, runStep } from '../../testing/run-step.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

async function taken(...conditions: object[]): Promise<string[]> {
  const context = testContext({ nodeId: 'conditionAgentflow_0', services: { sandbox: vmSandbox } });
  return Object.keys(
    await runStep('conditionAgentflow', { conditions, previous: [askedState('Hi')] }, context),
  );
}

const holds = async (type: string, value1: unknown, operation: string, value2: unknown = '') =>
  (await taken({ type, value1, operation, value2 }))[0] === '0';

describe('the condition of an agent flow', () => {
  it('goes the way of the first condition that holds, else the last way', async () => {
    const is = (value2: string) => ({ type: 'string', value1: 'tea', operation: 'equal', value2 });
    expect(await taken(is('milk'), is('tea'), is('tea'))).toEqual(['1']);
    expect(await taken(is('milk'), is('coffee'))).toEqual(['2']);
  });

  it.each([
    ['contains', 'green tea', 'tea', 'milk'],
    ['endsWith', 'green tea', 'tea', 'green'],
    ['startsWith', 'green tea', 'green', 'tea'],
    ['equal', 'Tea', 'Tea', 'tea'],
    ['regex', 'tea 42', '^tea \\d+$', '^\\d+$'],
  ])('compares texts: %s', async (operation, value, right, wrong) => {
    expect(await holds('string', value, operation, right)).toBe(true);
    expect(await holds('string', value, operation, wrong)).toBe(false);
  });

  it('compares texts: notContains, notEqual, isEmpty, notEmpty', async () => {
    expect(await holds('string', 'tea', 'notContains', 'milk')).toBe(true);
    expect(await holds('string', 'tea', 'notEqual', 'milk')).toBe(true);
    expect(await holds('string', '', 'isEmpty')).toBe(true);
    expect(await holds('string', 'tea', 'notEmpty')).toBe(true);
    expect(await holds('string', ' ', 'notEmpty')).toBe(false);
  });

  it('compares numbers as numbers, also where they arrive as text', async () => {
    expect(await holds('number', '9', 'smaller', '10')).toBe(true);
    expect(await holds('number', 9, 'smallerEqual', '9')).toBe(true);
    expect(await holds('number', '9.0', 'equal', 9)).toBe(true);
    expect(await holds('number', '9', 'notEqual', 10)).toBe(true);
    expect(await holds('number', '10', 'larger', '9')).toBe(true);
    expect(await holds('number', 10, 'largerEqual', 11)).toBe(false);
    expect(await holds('number', '', 'isEmpty')).toBe(true);
    expect(await holds('number', 0, 'notEmpty')).toBe(true);
    expect(await holds('number', 'many', 'larger', 1)).toBe(false);
  });

  it('compares yes and no', async () => {
    expect(await holds('boolean', 'true', 'equal', true)).toBe(true);
    expect(await holds('boolean', false, 'notEqual', 'true')).toBe(true);
    expect(await holds('boolean', 'false', 'equal', true)).toBe(false);
  });

  it('names the condition whose pattern is no pattern', async () => {
    await expect(holds('string', 'tea', 'regex', '(')).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringContaining('Condition 0'),
    });
  });
});

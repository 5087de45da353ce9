import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues } from '../../testing/run-node.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

async function run(given: Record<string, unknown>) {
  const node = await loadNode('ifElseFunction');
  return node.run?.(readValues(node, given) as never, testContext({ services: { sandbox: vmSandbox } }));
}

const functions = { ifFunction: 'return $n > 3 && $n * 2;', elseFunction: 'return "small";' };

it('gives only the output whose branch is taken', async () => {
  expect(await run({ ...functions, functionInputVariables: '{"n":5}' })).toEqual({ returnTrue: 10 });
  expect(await run({ ...functions, functionInputVariables: '{"n":1}' })).toEqual({ returnFalse: 'small' });
});

it('takes the false branch even when its function returns nothing', async () => {
  const outputs = await run({ ifFunction: 'return false;', elseFunction: 'const x = 1;' });
  expect(outputs).toEqual({ returnFalse: null });
});

it('says that it branches', async () => {
  expect((await loadNode('ifElseFunction')).branches).toBe(true);
});

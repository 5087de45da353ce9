import { expect, it } from 'vitest';
import { tryAll } from './try-all.ts';

it('does it with every row and gives the first refusal', async () => {
  const tried: number[] = [];
  const act = async (row: number) => {
    tried.push(row);
    if (row % 2 === 0) throw new Error(`not ${row}`);
  };
  expect(await tryAll([1, 2, 3, 4], act)).toEqual({ done: [1, 3], refusal: new Error('not 2') });
  expect(tried).toEqual([1, 2, 3, 4]);
});

it('gives no refusal where there was none', async () => {
  expect(await tryAll(['a'], async () => undefined)).toEqual({ done: ['a'], refusal: undefined });
});

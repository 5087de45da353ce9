import { expect, it } from 'vitest';
import { faultsOfGrowth } from './calls-verdict.ts';

const figures = (memoryMb: number, handles = 60) => ({ memoryMb, handles, eachMb: [memoryMb] });

it('lets memory grow in the first rounds, and level off', () => {
  expect(faultsOfGrowth([figures(300), figures(420), figures(450), figures(470)])).toEqual([]);
});

it('names memory and handles that still grow in the last round', () => {
  expect(faultsOfGrowth([figures(300), figures(400, 60), figures(460, 90)])).toEqual([
    'memory grows from 400 to 460 MB',
    'open handles grow from 60 to 90',
  ]);
});

import type { FlowVersion } from '@tendril/contract/api/flow-versions';
import { expect, it } from 'vitest';
import { chosenPair, toggleVersion } from './chosen-versions.ts';

const version = (number: number): FlowVersion => ({
  id: `id-${number}`,
  number,
  kind: 'checkpoint',
  note: '',
  author: '',
  createdAt: number,
  isDraft: false,
  isLive: false,
});
const versions = [version(4), version(3), version(1)];

it('one chosen version is compared with the one before it, the first with nothing', () => {
  expect(chosenPair(versions, [])).toBeUndefined();
  expect(chosenPair(versions, ['id-3'])).toMatchObject({ newer: { number: 3 }, older: { number: 1 } });
  expect(chosenPair(versions, ['id-1'])).toMatchObject({ newer: { number: 1 }, older: null });
});

it('two chosen versions are compared in their order, whichever was chosen first', () => {
  expect(chosenPair(versions, ['id-4', 'id-1'])).toMatchObject({
    newer: { number: 4 },
    older: { number: 1 },
  });
  expect(chosenPair(versions, ['id-1', 'id-4'])).toMatchObject({
    newer: { number: 4 },
    older: { number: 1 },
  });
});

it('a third choice takes the place of the first, and a second click takes a choice back', () => {
  expect(toggleVersion(['id-4', 'id-3'], 'id-1')).toEqual(['id-3', 'id-1']);
  expect(toggleVersion(['id-4', 'id-3'], 'id-4')).toEqual(['id-3']);
});

import { expect, it } from 'vitest';
import { countedText } from './counted-text.ts';

it('says how long a list is, and that it is longer where nobody counts further', () => {
  expect([0, 31, 9999, 10_000].map(countedText)).toEqual(['0', '31', '9,999', '10,000+']);
});

import { expect, it } from 'vitest';
import { judgeExtract } from './judge-extract.ts';

const drawn = { customer_name: 'Dana  Whit', party_size: 4, wants_callback: false, visit: null };

it.each([
  ['customer_name', 'dana whit', true, '“customer_name” is "Dana  Whit".'],
  ['Customer_Name', 'Ada', false, '“customer_name” is "Dana  Whit", not "Ada".'],
  ['party_size', '4.0', true, '“party_size” is 4.'],
  ['party_size', 'four', false, '“party_size” is 4, not "four".'],
  ['wants_callback', 'False', true, '“wants_callback” is false.'],
  ['visit', 'Lunch', false, 'The call does not tell “visit”.'],
  ['age', '7', false, 'The agent draws no field “age” from its calls.'],
])('%s is %s: %s', (field, value, isOk, explanation) => {
  expect(judgeExtract({ field, value }, drawn)).toEqual({ isOk, explanation });
});

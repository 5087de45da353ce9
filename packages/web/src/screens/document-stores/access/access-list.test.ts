import { expect, it } from 'vitest';
import { listOf, readersOf, toToken } from './access-list.ts';

it.each([
  [null, 'inherited'],
  [[], 'owners'],
  [['public'], 'everyone'],
  [['workspace'], 'workspace'],
  [['user:a@b.c'], 'chosen'],
  [['workspace', 'group:x'], 'chosen'],
] as const)('the list %j is the choice %s', (list, readers) => {
  expect(readersOf(list)).toBe(readers);
});

it('another choice keeps the people and groups that were chosen before', () => {
  expect(listOf('chosen', ['workspace', 'user:a@b.c'])).toEqual(['user:a@b.c']);
  expect(listOf('owners', ['user:a@b.c'])).toEqual([]);
  expect(listOf('inherited', ['public'])).toBeNull();
});

it('takes addresses and known groups as they are written', () => {
  expect(toToken(' Ada@Example.com ', [])).toBe('user:ada@example.com');
  expect(toToken('board', ['group:board'])).toBe('group:board');
  expect(toToken('group:night shift', [])).toBe('group:night shift');
  expect(toToken('somebody', ['group:board'])).toBeUndefined();
});

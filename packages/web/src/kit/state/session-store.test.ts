import { beforeEach, expect, it } from 'vitest';
import { defaultPath, readStoredUser, storeUser, userKey, useSession } from './session-store.ts';

beforeEach(() => localStorage.clear());

it('AUTH-02, AUTH-04: the user is stored with name and email and nothing else', () => {
  storeUser({ name: 'Owner', email: 'o@example.com', extra: 1 } as never);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ name: 'Owner', email: 'o@example.com' });
  expect(useSession.getState().user).toEqual({ name: 'Owner', email: 'o@example.com' });
});

it('AUTH-01, CONST-03, SP-09: no user, or an unreadable one, means not signed in', () => {
  expect(userKey).toBe('user');
  expect(readStoredUser()).toBeNull();
  for (const text of ['{', 'null', '"x"', '{"name":1}', '[]']) {
    localStorage.setItem('user', text);
    expect(readStoredUser()).toBeNull();
  }
});

it('CONST-04: a sign-in leads to the flows', () => {
  expect(defaultPath).toBe('/chatflows');
});

import { expect, it } from 'vitest';
import { RequestError } from '../../kit/api/request-error.ts';
import { toFormErrors } from './use-auth-form.ts';

it('AUTH-03: a 401 at sign-in reads "Invalid email or password" whatever the server said', () => {
  expect(toFormErrors(new RequestError(401, 'INVALID_CREDENTIALS', 'x'))).toEqual({
    form: 'Invalid email or password',
  });
});

it('tells the refused fields each at its place', () => {
  const details = [
    { path: 'body.email', message: 'must be an e-mail address' },
    { path: 'password', message: 'too short' },
    { path: 'other', message: 'unknown' },
  ];
  expect(
    toFormErrors(new RequestError(400, 'INVALID_INPUT', 'email: must be an e-mail address', { details })),
  ).toEqual({
    form: 'email: must be an e-mail address',
    email: 'must be an e-mail address',
    password: 'too short',
  });
});

it('ERR-09: any other refusal is told by its message', () => {
  expect(toFormErrors(new RequestError(429, 'TOO_MANY_REQUESTS', 'Slow down.'))).toEqual({
    form: 'Slow down.',
  });
  expect(toFormErrors(new Error('broken'))).toEqual({ form: 'broken' });
});

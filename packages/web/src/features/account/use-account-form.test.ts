import { act, renderHook } from '@testing-library/react';
import type { FormEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { RequestError } from '../../kit/api/request-error.ts';
import { toFormErrors, useAccountForm } from './use-account-form.ts';

const fields = ['name', 'email', 'password'] as const;
const press = { preventDefault: () => undefined } as FormEvent;

it('reports each refused field in its place, and the message for what is none of them', () => {
  const details = [
    { path: 'body.email', message: 'must be an e-mail address' },
    { path: 'password', message: 'too short' },
    { path: 'other', message: 'unknown' },
  ];
  const refusal = new RequestError(400, 'INVALID_INPUT', 'email: must be an e-mail address', { details });
  expect(toFormErrors(refusal, fields)).toEqual({
    form: 'email: must be an e-mail address',
    email: 'must be an e-mail address',
    password: 'too short',
  });
});

it('does not say twice what stands at its field', () => {
  const details = [{ path: 'password', message: 'too short' }];
  expect(
    toFormErrors(new RequestError(400, 'INVALID_INPUT', 'password: too short', { details }), fields),
  ).toEqual({ form: 'Check the highlighted fields.', password: 'too short' });
});

it('ERR-09: any other refusal is shown by its message', () => {
  expect(toFormErrors(new RequestError(429, 'TOO_MANY_REQUESTS', 'Slow down.'), fields)).toEqual({
    form: 'Slow down.',
  });
  expect(toFormErrors(new Error('broken'), fields)).toEqual({ form: 'broken' });
});

it('asks the server once however often it is sent, and only when nothing is wrong', async () => {
  let wrong: string | undefined = 'Enter your name.';
  const answer = Promise.withResolvers<string>();
  const request = vi.fn(() => answer.promise);
  const onDone = vi.fn();
  const { result } = renderHook(() =>
    useAccountForm({ fields, check: () => ({ name: wrong }), request, onDone }),
  );
  await act(() => result.current.submit(press));
  expect(result.current.errors).toEqual({ form: 'Check the highlighted fields.', name: 'Enter your name.' });
  expect(request).not.toHaveBeenCalled();

  wrong = undefined;
  act(() => void result.current.submit(press));
  expect(result.current.isBusy).toBe(true);
  act(() => void result.current.submit(press));
  await act(async () => answer.resolve('done'));
  expect(request).toHaveBeenCalledTimes(1);
  expect(onDone).toHaveBeenCalledWith('done');
  expect([result.current.isBusy, result.current.errors]).toEqual([false, {}]);
});

import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SignInForm } from './sign-in-form.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

function answer(status: number, body: unknown) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(JSON.stringify(body), { status }));
}

function submit(email: string, password: string) {
  render(<SignInForm onFactorRequired={() => undefined} />);
  fireEvent.change(field('Email'), { target: { value: email } });
  fireEvent.change(field('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('AUTH-03: a wrong password is reported in the form, whatever the server said, and what was typed stays', async () => {
  const fetched = answer(401, { code: 'INVALID_CREDENTIALS', message: 'Nobody of that name' });
  submit('a@b.c', 'wrong');
  expect(await screen.findByText('Invalid email or password')).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect([field('Email').value, field('Password').value]).toEqual(['a@b.c', 'wrong']);
});

it('AUTH-02, AUTH-04: a sign-in stores name and email', async () => {
  answer(200, { data: { name: 'Owner', email: 'a@b.c' } });
  submit('a@b.c', 'right');
  await vi.waitFor(() => expect(localStorage.getItem('user')).toBe('{"name":"Owner","email":"a@b.c"}'));
});

it('asks for what is missing without asking the server, and links it to the field', () => {
  const fetched = answer(200, {});
  submit('', '');
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field('Email').getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /email/,
  );
  expect(fetched).not.toHaveBeenCalled();
});

it('says when Caps Lock is on', () => {
  render(<SignInForm onFactorRequired={() => undefined} />);
  const key = createEvent.keyDown(field('Password'), { key: 'A' });
  Object.defineProperty(key, 'getModifierState', { value: (name: string) => name === 'CapsLock' });
  fireEvent(field('Password'), key);
  expect(screen.getByText('Caps Lock is on.')).toBeTruthy();
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../kit/state/session-store.ts';
import { AvatarMenu, initials } from './avatar-menu.tsx';

beforeEach(() => useSession.setState({ user: { name: 'Ada Long', email: 'ada@example.com' } }));
afterEach(cleanup);

function openMenu() {
  render(<AvatarMenu />);
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
}

it('SHELL-25, SHELL-26, SHELL-27, SHELL-30: the menu shows name, email and Logout', () => {
  openMenu();
  expect(screen.getByText('Ada Long')).toBeTruthy();
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeTruthy();
});

it('SHELL-31: without a stored user there is no Logout', () => {
  useSession.setState({ user: null });
  openMenu();
  expect(screen.queryByText('Logout')).toBeNull();
});

it('the avatar shows up to two initials', () => {
  expect(initials('Ada Maria Long')).toBe('AL');
  expect(initials('Owner')).toBe('OW');
  expect(initials(' ')).toBe('');
});

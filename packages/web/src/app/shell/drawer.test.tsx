import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDisplay, useDisplay } from '../../kit/state/display-store.ts';
import { Drawer } from './drawer.tsx';

beforeEach(() => {
  localStorage.clear();
  useDisplay.setState(readDisplay(), true);
});
afterEach(cleanup);

function draw(isOpen: boolean) {
  return render(
    <MemoryRouter initialEntries={['/tools']}>
      <Drawer isOpen={isOpen} />
    </MemoryRouter>,
  );
}

it('SHELL-01 to SHELL-14: the sections hold their entries in order, each leading to its page', () => {
  const { container } = draw(true);
  const entries = [...container.querySelectorAll('li a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(entries).toEqual([
    ['Flows', '/chatflows'],
    ['Pipelines', '/agentflows'],
    ['Assistants', '/assistants'],
    ['Templates', '/marketplaces'],
    ['Voice Agents', '/agent'],
    ['Phone Numbers', '/phone-numbers'],
    // Calls came later.
    ['Calls', '/calls'],
    ['Toolkit', '/tools'],
    ['Secrets', '/credentials'],
    ['Config', '/variables'],
    ['API Keys', '/apikey'],
    ['Knowledge Base', '/document-stores'],
  ]);
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
    'Workflow',
    'Voice',
    'Settings',
  ]);
});

it('SHELL-15: a section folds without the others', () => {
  draw(true);
  fireEvent.click(screen.getByRole('button', { name: 'Voice' }));
  expect(screen.queryByRole('link', { name: 'Voice Agents' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Flows' })).toBeTruthy();
});

it('SHELL-16: the narrow drawer shows the entries of a section on hover', () => {
  draw(false);
  expect(screen.queryByRole('link', { name: 'Secrets' })).toBeNull();
  fireEvent.mouseEnter(screen.getByRole('button', { name: 'Settings' }).parentElement as HTMLElement);
  expect(screen.getByRole('link', { name: 'Secrets' }).getAttribute('href')).toBe('/credentials');
});

it('SHELL-21 to SHELL-23, THEME-02: the logo has its size and theme and leads to the flows', () => {
  draw(true);
  const logo = screen.getByRole('img', { name: 'Tendril' });
  expect([logo.getAttribute('width'), logo.getAttribute('height'), logo.dataset['theme']]).toEqual([
    '110',
    '60',
    'light',
  ]);
  expect(logo.closest('a')?.getAttribute('href')).toBe('/chatflows');
  cleanup();
  useDisplay.setState({ isDarkMode: true });
  draw(false);
  const narrow = screen.getByRole('img', { name: 'Tendril' });
  expect([narrow.getAttribute('width'), narrow.getAttribute('height'), narrow.dataset['theme']]).toEqual([
    '60',
    '40',
    'dark',
  ]);
});

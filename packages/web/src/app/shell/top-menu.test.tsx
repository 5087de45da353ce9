import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { menu } from '../menu.ts';
import { TopMenu } from './top-menu.tsx';

afterEach(cleanup);

it('SP-24: the row of the horizontal layout holds every page of the drawer, section by section', () => {
  render(
    <MemoryRouter initialEntries={['/tools']}>
      <TopMenu />
    </MemoryRouter>,
  );
  const lists = screen.getAllByRole('list');
  expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual(['Workflow', 'Voice', 'Settings']);
  expect(
    lists.map((list) => [...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))),
  ).toEqual(menu.map(({ entries }) => entries.map(({ path }) => path)));
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Toolkit');
  expect(screen.getByRole('button', { name: 'Version' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Workspace' })).toBeTruthy();
});

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { usePageTitleStore } from '../../kit/state/page-title-store.ts';
import { PlaceCrumb } from './place-crumb.tsx';

afterEach(() => {
  cleanup();
  usePageTitleStore.setState({ path: '', title: '' });
});

function show(path: string, title: string): string {
  usePageTitleStore.setState({ path, title });
  const { container } = render(
    <MemoryRouter initialEntries={[path]}>
      <PlaceCrumb />
    </MemoryRouter>,
  );
  return container.textContent;
}

it('a page of the menu is named with its section, and a page below it with the way back', () => {
  expect(show('/calls', 'Calls')).toContain('Voice/Calls');
  cleanup();
  expect(show('/calls/batches', 'Batch calls')).toContain('Calls/Batch calls');
  expect(screen.getByRole('link', { name: 'Calls' }).getAttribute('href')).toBe('/calls');
});

it('a page that is not in the menu is named by its title alone', () => {
  expect(show('/system', 'System')).toContain('System');
  expect(screen.queryByRole('link')).toBeNull();
});

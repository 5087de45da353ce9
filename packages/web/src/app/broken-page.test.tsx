import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { BrokenPage } from './broken-page.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function shown(message: string): Promise<string> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error(message);
  };
  const routes = [{ path: '/', element: <Broken />, errorElement: <BrokenPage /> }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  return (await screen.findByRole('alert')).textContent;
}

it('a page whose files are gone after an update asks for a reload, without the name of a file', async () => {
  for (const message of [
    'Failed to fetch dynamically imported module: http://here/assets/calls-B5.js',
    'Unable to preload CSS for /assets/table-bw.css',
  ]) {
    const text = await shown(message);
    expect(text).toContain('Tendril was updated since you opened it');
    expect(text).not.toContain('assets');
    cleanup();
  }
});

it('another error is shown in its own words', async () => {
  expect(await shown('x is not a function')).toContain('Your saved work is safe. x is not a function');
});

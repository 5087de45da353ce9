import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../kit/api/query-client.ts';
import { storeUser, useSession } from '../kit/state/session-store.ts';
import { appRoutes } from './router.tsx';
import { fullScreenRoutes, protectedRoutes } from './routes.tsx';

// Screens are imported when they are first shown, which a busy machine does slowly.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ user: null });
  // No server is asked here: what counts is where the address leads.
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

const guarded = [...protectedRoutes, ...fullScreenRoutes]
  .map((row) => row.path)
  .filter((path) => !/^\/(?:chatbot|form)\//.test(path));

function visit(path: string) {
  const router = createMemoryRouter(appRoutes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname;
}

it.each(guarded)('ROUTES-04: %s leads to the start page while nobody is signed in', async (path) => {
  const pathname = visit(path.replaceAll(/:\w+/g, 'x1'));
  await waitFor(() => expect(pathname()).toBe('/'));
});

it('ROUTES-32: the chat of a flow is not guarded', () => {
  expect(visit('/chatbot/x1')()).toBe('/chatbot/x1');
});

it('the form of a flow is not guarded', () => {
  expect(visit('/form/x1')()).toBe('/form/x1');
});

it('ROUTES-03: an unknown path leads to the start page, and from there to the flows when somebody is signed in', async () => {
  const signedOut = visit('/no-such-page');
  await waitFor(() => expect(signedOut()).toBe('/'));
  cleanup();
  storeUser({ name: 'n', email: 'e' });
  const signedIn = visit('/no-such-page');
  await waitFor(() => expect(signedIn()).toBe('/chatflows'));
});

it('ROUTES-02: the start page leads to the flows when somebody is signed in', async () => {
  storeUser({ name: 'n', email: 'e' });
  const pathname = visit('/');
  await waitFor(() => expect(pathname()).toBe('/chatflows'));
});

it('ROUTES-05: a protected page stands in the shell, with a top bar and a drawer', async () => {
  storeUser({ name: 'n', email: 'e' });
  visit('/marketplaces');
  expect(await screen.findByRole('heading', { level: 1, name: 'Templates' })).toBeTruthy();
  expect(document.querySelector('[data-top-bar]')).not.toBeNull();
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
});

it('AUTH-01: a user that leaves the storage leaves the page', async () => {
  storeUser({ name: 'n', email: 'e' });
  const pathname = visit('/tools');
  await waitFor(() => expect(pathname()).toBe('/tools'));
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await waitFor(() => expect(pathname()).toBe('/'));
});

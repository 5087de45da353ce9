import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Permission } from '@tendril/contract/permission';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOwnPermissions } from '../state/permissions-store.ts';
import { CredentialInput } from './credential-input.tsx';

const asked = vi.fn<(input: RequestInfo | URL) => Promise<Response>>();

beforeEach(() => {
  asked.mockReset().mockImplementation(async () => Response.json([]));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useOwnPermissions.setState({ permissions: null });
});

function draw() {
  const input = { name: 'credential', label: 'Secret', type: 'credential', credentialNames: ['openAIApi'] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CredentialInput
        {...({ fieldId: 'x', input, value: 'c-1', onChange: () => {} } as unknown as Parameters<
          typeof CredentialInput
        >[0])}
      />
    </QueryClientProvider>,
  );
}

const permit = (...permissions: Permission[]) =>
  useOwnPermissions.setState({ permissions: new Set(permissions) });

it('asks for the stored secrets once it is known that the role may see them', async () => {
  draw();
  expect(asked).not.toHaveBeenCalled();
  permit('credentials:read', 'credentials:edit');
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('combobox')).toHaveProperty('disabled', false);
});

it('asks for nothing where the role may not see them, and is disabled with the reason', () => {
  permit('flows:read');
  draw();
  expect(asked).not.toHaveBeenCalled();
  expect(screen.getByRole('combobox')).toHaveProperty('disabled', true);
  const buttons = screen.getAllByRole('button');
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe(
      'Your role doesn’t include “Add, replace and delete secrets”.',
    );
    fireEvent.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListeningSigns } from './listening-signs.tsx';

let settings: AgentSettings;
let saves: Partial<AgentSettings>[];

beforeEach(() => {
  settings = { ...structuredClone(agentSettingsDefaults), defaultDynamicVariables: {} };
  saves = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    if (init?.method === 'PUT') {
      const body = JSON.parse(String(init.body)) as Partial<AgentSettings>;
      saves.push(body);
      settings = { ...settings, ...body };
    }
    return Response.json({ data: settings });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('signs of listening are off; once they are on, their frequency and words are set', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ListeningSigns agentId="a1" />
    </QueryClientProvider>,
  );
  const signs = await screen.findByRole('switch', { name: 'Signs of listening (backchannel)' });
  expect(signs.getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(signs);
  const frequency = await screen.findByRole('textbox', { name: 'Backchannel frequency, as a number' });
  expect((frequency as HTMLInputElement).value).toBe('0.80');
  const words = screen.getByRole('textbox', { name: 'Another word of listening' });
  fireEvent.change(words, { target: { value: ' Right. ' } });
  fireEvent.keyDown(words, { key: 'Enter' });
  await waitFor(() => expect(saves).toEqual([{ enableBackchannel: true }, { backchannelWords: ['Right.'] }]));
  expect(screen.getByRole('button', { name: /Remove.*Right/ })).toBeDefined();
});

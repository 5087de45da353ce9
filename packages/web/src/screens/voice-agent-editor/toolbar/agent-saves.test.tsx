import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { voiceAgentQuery } from '../../../features/voice-agent/agent.queries.ts';
import { useNotifier } from '../../../kit/state/notifier-store.ts';
import { LanguageControl } from './language-control.tsx';
import { useVoiceChoice } from './use-voice-choice.ts';
import { VoiceDialog } from './voice-dialog.tsx';

const agent: VoiceAgent = {
  id: 'a1',
  agentName: 'Front Desk',
  responseEngineLlmId: 'l1',
  voiceId: '11labs-Adrian',
  language: 'en-US',
  voiceSpeed: 1.3,
};
let requests: { method: string; body: unknown }[];
let respond: (body: Record<string, unknown>) => Response | Promise<Response>;

beforeEach(() => {
  requests = [];
  respond = (body) => Response.json({ data: { ...agent, ...body } });
  useNotifier.setState({ notifications: [], history: [] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    const method = init?.method ?? 'GET';
    const body: Record<string, unknown> = init?.body ? JSON.parse(String(init.body)) : {};
    requests.push({ method, body });
    return method === 'GET' ? Response.json({ data: agent }) : respond(body);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function wrapped() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.setQueryData(voiceAgentQuery('a1').queryKey, agent);
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}
const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const toasts = () => useNotifier.getState().notifications.map(({ message }) => message);

/** The stored agent, as the editor passes it on. */
function Language() {
  const { data = agent } = useQuery(voiceAgentQuery('a1'));
  return <LanguageControl agent={data} />;
}
async function chooseLanguage(label: string) {
  fireEvent.click(screen.getByRole('combobox', { name: 'Language' }));
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${label}`) }));
}

describe('the language', () => {
  it('VED-12, VED-27, VED-28: offers 33, begins with en-US, and saves exactly the chosen one', async () => {
    const Wrapper = wrapped();
    render(<LanguageControl agent={{ ...agent, language: '' }} />, { wrapper: Wrapper });
    expect(screen.getByRole('combobox').textContent).toContain('en-US');
    await chooseLanguage('Français');
    await waitFor(() => expect(puts()).toEqual([{ language: 'fr-FR' }]));
    fireEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    expect(await screen.findAllByRole('option')).toHaveLength(33);
  });

  it('VED-29: a failed save is logged only; the saved language comes back with a word beside it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    respond = () => Response.json({ code: 'INTERNAL_ERROR', message: 'broken' }, { status: 500 });
    render(<Language />, { wrapper: wrapped() });
    await chooseLanguage('Français');
    await screen.findByText('not saved');
    expect(screen.getByRole('combobox').textContent).toContain('en-US');
    expect(log).toHaveBeenCalledOnce();
    expect(toasts()).toEqual([]);
    respond = (body) => Response.json({ data: { ...agent, ...body } });
    await chooseLanguage('Deutsch');
    await waitFor(() => expect(screen.queryByText('not saved')).toBeNull());
    expect(screen.getByRole('combobox').textContent).toContain('de-DE');
  });
});

describe('the voice', () => {
  const choose = async (voiceId: string) => {
    const { result } = renderHook(() => useVoiceChoice(agent), { wrapper: wrapped() });
    act(() => result.current.choose(voiceId));
    return result;
  };

  it('VED-30, SP-51: shows the chosen one at once and saves exactly it', async () => {
    let release: (value: Response) => void = () => undefined;
    respond = () => new Promise((resolve) => (release = resolve));
    const result = await choose('openai-Alloy');
    await waitFor(() => expect(result.current.voiceId).toBe('openai-Alloy'));
    await waitFor(() => expect(puts()).toEqual([{ voiceId: 'openai-Alloy' }]));
    release(Response.json({ message: 'no' }, { status: 400 }));
    await waitFor(() => expect(result.current.voiceId).toBe('11labs-Adrian'));
  });

  it.each([
    [
      'VED-31: the message of the server',
      () => Response.json({ message: 'quota' }, { status: 400 }),
      'quota',
    ],
    ['VED-32: the raw answer', () => new Response('Bad gateway', { status: 502 }), 'Bad gateway'],
    [
      'what we know',
      () => new Response('', { status: 500 }),
      'The server returned status 500 with no message.',
    ],
  ])('a failed save stays on the screen with %s', async (_case, answer, message) => {
    respond = answer;
    await choose('openai-Alloy');
    await waitFor(() => expect(toasts()).toEqual([message]));
    expect(useNotifier.getState().notifications[0]?.options).toMatchObject({
      variant: 'error',
      persist: true,
    });
  });
});

describe('the voice settings', () => {
  it('SPEECH-16, SPEECH-17, SP-57, SP-58: go from 0.5 to 2 and 0 to 2, and save what was moved, then read again', async () => {
    const onClose = vi.fn();
    const Wrapper = wrapped();
    function Opened() {
      useQuery(voiceAgentQuery('a1'));
      return <VoiceDialog agent={agent} onClose={onClose} />;
    }
    render(<Opened />, { wrapper: Wrapper });
    const speed = screen.getByRole<HTMLInputElement>('slider', { name: 'Voice speed' });
    const volume = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
    expect([speed.min, speed.max, speed.step, speed.value]).toEqual(['0.5', '2', '0.01', '1.3']);
    expect([volume.min, volume.max]).toEqual(['0', '2']);
    fireEvent.change(volume, { target: { value: '1.4' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toasts()).toEqual(['Speech settings updated successfully']);
    await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET']));
    expect(puts()).toEqual([{ volume: 1.4 }]);
  });

  it('SP-57: a refused save says why in the dialog, which stays', async () => {
    respond = () => Response.json({ message: 'x' }, { status: 400 });
    const onClose = vi.fn();
    render(<VoiceDialog agent={agent} onClose={onClose} />, { wrapper: wrapped() });
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Failed to update settings: x');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('SP-71: without an id nothing is sent and the reason is shown', async () => {
    render(<VoiceDialog agent={{ ...agent, id: '' }} onClose={() => undefined} />, { wrapper: wrapped() });
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Cannot update settings: Agent ID is missing');
    expect(requests).toEqual([]);
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallSettingsForm } from './call-settings-form.tsx';
import { SpeechPanel } from './speech-panel.tsx';
import { useCallForm } from './use-call-form.ts';

const sixKeys = 6;
let settings: AgentSettings;
/** Bodies of the saves of the agent and of its settings. */
let saved: { agent: object[]; settings: Partial<AgentSettings>[] };
/** Edits are kept by agent, beyond a test. */
let count = 0;

beforeEach(() => {
  count += 1;
  settings = { ...structuredClone(agentSettingsDefaults), defaultDynamicVariables: {} };
  saved = { agent: [], settings: [] };
  const agent = { id: `a${count}`, agentName: 'Desk', responseEngineLlmId: 'l1', voiceId: '11labs-Adrian' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const isPut = init?.method === 'PUT';
    const body = isPut ? JSON.parse(String(init.body)) : {};
    if (String(address).endsWith('/settings')) {
      if (isPut) saved.settings.push(body);
      settings = { ...settings, ...body };
      return Response.json({ data: settings });
    }
    if (isPut) saved.agent.push(body);
    return Response.json({ data: { ...agent, ...body } });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function CallForm() {
  const form = useCallForm({ agentId: `a${count}`, onNotice: () => {}, onSaved: () => {} });
  return form.isLoaded && form.saved.timezone ? <CallSettingsForm form={form} /> : null;
}

async function show(form: React.ReactNode): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{form}</QueryClientProvider>);
  await screen.findByRole('button', { name: 'Save' });
}

const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('CALL-13: keys, menus and the time zone are saved with the settings, and the update of the agent keeps its six keys', async () => {
  await show(<CallForm />);
  fireEvent.click(screen.getByRole('switch', { name: 'Hang up on phone menus (IVR)' }));
  set('Digit limit, as a number', '6');
  set('Entry timeout, as a number', '4.5');
  set('Termination key', '*');
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  fireEvent.change(zone, { target: { value: 'Europe/Par' } });
  fireEvent.keyDown(zone, { key: 'Enter' });
  screen.getByText('3 unsaved changes');
  save();
  await waitFor(() =>
    expect(saved.settings).toEqual([
      {
        ivrOption: { action: 'hangup' },
        userDtmfOptions: { digitLimit: 6, terminationKey: '*', timeoutMs: 4500 },
        timezone: 'Europe/Paris',
      },
    ]),
  );
  expect(saved.agent.map((body) => Object.keys(body).length)).toEqual([sixKeys]);
});

it('keys that are not heard have no options, and a value set back to its default is stored as none', async () => {
  settings = {
    ...settings,
    userDtmfOptions: { digitLimit: 6, terminationKey: '', timeoutMs: 4500 },
    ivrOption: { action: 'hangup' },
  };
  await show(<CallForm />);
  fireEvent.click(screen.getByRole('button', { name: 'Reset Digit limit to 32' }));
  fireEvent.click(screen.getByRole('button', { name: 'Reset Entry timeout to 2 s' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Hang up on phone menus (IVR)' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Keypad input (DTMF)' }));
  expect(screen.queryByLabelText('Termination key')).toBeNull();
  save();
  await waitFor(() =>
    expect(saved.settings).toEqual([
      {
        ivrOption: null,
        allowUserDtmf: false,
        userDtmfOptions: { digitLimit: null, terminationKey: '', timeoutMs: null },
      },
    ]),
  );
});

it.each(['0', '51', '1,5,5', 'six'])(
  'a digit limit of %s is refused beside its field, which keeps the last valid one',
  async (typed) => {
    await show(<CallForm />);
    const box = screen.getByLabelText<HTMLInputElement>('Digit limit, as a number');
    set('Digit limit, as a number', typed);
    const refusal = screen.getByText('Enter a number from 1 to 50');
    expect([box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')]).toEqual([
      'true',
      refusal.id,
    ]);
    fireEvent.blur(box);
    expect([box.value, screen.queryByText('Enter a number from 1 to 50')]).toEqual(['32', null]);
  },
);

it('CALL-04: a left message is said as written or made up from a prompt, and both count as leaving one', async () => {
  settings = { ...settings, voicemailOption: { action: 'prompt', text: 'Say who called.' } };
  await show(<CallForm />);
  const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
  expect([isChosen('Leave a message'), isChosen('From a prompt')]).toEqual([true, true]);
  set('Prompt for the message', 'Ask for a call back at {{clinic_phone}}.');
  save();
  await waitFor(() =>
    expect(saved.settings).toEqual([
      { voicemailOption: { action: 'prompt', text: 'Ask for a call back at {{clinic_phone}}.' } },
    ]),
  );
  fireEvent.click(screen.getByRole('radio', { name: 'As written' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message to leave').value).toContain('call back');
});

it('the loudness of a background sound is asked once there is one', async () => {
  await show(<SpeechPanel agentId={`a${count}`} />);
  expect(screen.queryByLabelText('Background volume')).toBeNull();
  set('Background sound', 'call-center');
  set('Background volume, as a number', '0.4');
  save();
  await waitFor(() =>
    expect(saved.settings).toEqual([{ ambientSound: 'call-center', ambientSoundVolume: 0.4 }]),
  );
});

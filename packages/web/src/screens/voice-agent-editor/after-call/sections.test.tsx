import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { WebhookDelivery } from '@tendril/contract/api/voice-webhooks';
import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import { standardVoices } from '@tendril/contract/voice/voices.data';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfirmHost } from '../../../app/confirm-host.tsx';
import { PostCallSection } from '../right-pane/post-call-section.tsx';
import { SecuritySection } from '../right-pane/security-section.tsx';
import { WebhookSection } from '../right-pane/webhook-section.tsx';

const agent = {
  id: 'a1',
  agentName: 'Front Desk',
  responseEngineLlmId: 'l1',
  voiceId: '11labs-Adrian',
  language: 'en-US',
};
const delivery: WebhookDelivery = {
  id: 'd1',
  event: 'call_ended',
  callId: 'c1',
  url: 'https://hooks.example/in',
  state: 'failed',
  attempts: 8,
  lastStatus: 500,
  lastError: 'answered 500',
  lastMs: 84,
  createdAt: Date.now(),
  nextAt: null,
};

let settings: AgentSettings;
/** Bodies of the saves, and addresses of everything else that was written. */
let saves: Partial<AgentSettings>[];
let written: string[];
/** How the next saves are refused. */
let refusal: Response | undefined;
let deliveries: WebhookDelivery[];

beforeEach(() => {
  settings = { ...structuredClone(agentSettingsDefaults), defaultDynamicVariables: {} };
  [saves, written, refusal, deliveries] = [[], [], undefined, []];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = String(address);
    const method = init?.method ?? 'GET';
    const body = init?.body ? (JSON.parse(String(init.body)) as Partial<AgentSettings>) : {};
    if (method !== 'GET') written.push(`${method} ${path.split('/agents/')[1]}`);
    if (path.endsWith('/settings')) {
      if (method === 'PUT') {
        saves.push(body);
        if (refusal) return refusal.clone();
        settings = { ...settings, ...body };
      }
      return Response.json({ data: settings });
    }
    if (path.endsWith('/deliveries')) return Response.json({ data: deliveries });
    if (path.endsWith('/resend')) return Response.json({ data: { ...delivery, state: 'waiting' } });
    if (path.endsWith('/test')) return Response.json({ isOk: true, status: 204, ms: 84, error: null });
    if (path.endsWith('/secret'))
      return method === 'POST'
        ? Response.json({ secret: 'whsec_whole', hint: 'whsec_…hole' }, { status: 201 })
        : Response.json({ hint: 'whsec_…cret', createdAt: 1000 });
    if (path.endsWith('/prompt-preview'))
      return Response.json({ prompt: 'You work for Bright Smile.', beginMessage: '', missing: ['city'] });
    if (path.endsWith('/voices'))
      return Response.json({
        data: standardVoices,
        synthesizers: [],
        recognizer: { by: 'none', label: '', missing: '' },
      });
    return Response.json({ data: agent });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const refuse = () => Response.json({ message: 'The server is busy.' }, { status: 503 });

/** Draws a section and opens it. */
async function open(Section: ComponentType<{ agentId: string }>, title: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Section agentId="a1" />
        <ConfirmHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const head = screen.getByRole('button', { name: new RegExp(`^${title}`) });
  await waitFor(() => expect(head.textContent).not.toBe(title));
  const summary = head.textContent?.slice(title.length);
  fireEvent.click(head);
  return summary;
}

describe('Post-Call Analysis', () => {
  const openIt = () => open(PostCallSection, 'Post-Call Analysis');
  const add = async (label: string) => {
    press('Add');
    fireEvent.click(await screen.findByRole('menuitem', { name: label }));
  };

  it('POST-01, POST-02: adds each data type, in the order of the menu, a row naming its type', async () => {
    expect(await openIt()).toBe('0 fields · GPT-4o Mini');
    press('Add');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Text', 'Selection', 'Boolean', 'Number']);
    fireEvent.keyDown(items[0] as HTMLElement, { key: 'Escape' });
    for (const label of ['Text', 'Selection', 'Boolean', 'Number']) await add(label);
    const rows = within(screen.getByRole('list', { name: 'Data to extract' })).getAllByRole('listitem');
    expect(
      rows.map(({ textContent }) => /Text|Selection|Boolean|Number/.exec(textContent ?? '')?.[0]),
    ).toEqual(['Text', 'Selection', 'Boolean', 'Number']);
    await waitFor(() =>
      expect(settings.postCallFields.map((field) => field.type)).toEqual([
        'string',
        'enum',
        'boolean',
        'number',
      ]),
    );
  });

  it('SP-56: saves what is typed, marks what is incomplete, and moves, removes and restores', async () => {
    await openIt();
    await add('Selection');
    expect(screen.getByText(/Not used yet: needs a name, needs at least one choice/)).toBeDefined();
    type('Name', 'visit');
    type('Description', 'Kind of visit');
    type('New choice', 'Cleaning');
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'New choice' }), { key: 'Enter' });
    fireEvent.click(screen.getByRole('switch', { name: 'Required' }));
    expect(screen.queryByText('Incomplete')).toBeNull();
    const [stored] = await waitFor(() => {
      expect(settings.postCallFields[0]?.isRequired).toBe(true);
      return settings.postCallFields;
    });
    expect(stored).toMatchObject({ name: 'visit', description: 'Kind of visit', choices: ['Cleaning'] });
    await add('Number');
    type('Name', 'VISIT');
    expect(screen.getByText(/Not used yet: another field has this name/)).toBeDefined();
    press('Move VISIT up');
    await waitFor(() => expect(settings.postCallFields.map(({ name }) => name)).toEqual(['VISIT', 'visit']));
    press('Remove VISIT');
    await waitFor(() => expect(settings.postCallFields).toHaveLength(1));
    press('Undo');
    await waitFor(() => expect(settings.postCallFields.map(({ name }) => name)).toEqual(['VISIT', 'visit']));
  });

  it('POST-03: offers both models with their prices', async () => {
    await openIt();
    const choice = await screen.findByRole('radio', { name: 'GPT-4o ($0.017/session)' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'GPT-4o Mini (Free)' }).checked).toBe(true);
    fireEvent.click(choice);
    await waitFor(() => expect(saves).toEqual([{ postCallModel: 'gpt-4o' }]));
  });

  it('SP-56: loses nothing when a save fails, and saves it on another try', async () => {
    await openIt();
    await add('Text');
    refusal = refuse();
    type('Name', 'customer');
    await screen.findByText('Not saved: The server is busy.', {}, { timeout: 3000 });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('customer');
    refusal = undefined;
    press('Retry');
    await waitFor(() => expect(settings.postCallFields[0]?.name).toBe('customer'));
    expect(screen.queryByText(/Not saved/)).toBeNull();
  });
});

describe('Security & Fallback Settings', () => {
  const openIt = () => open(SecuritySection, 'Security & Fallback Settings');

  it('SEC-01, SEC-02, SEC-11: has both switches, the note of 24 hours, and saves each in the settings alone', async () => {
    expect(await openIt()).toBe('Nothing set');
    fireEvent.click(await screen.findByRole('switch', { name: 'Opt Out Sensitive Data Storage' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Opt In Secure URLs' }));
    expect(screen.getByText(/24 hours/)).toBeDefined();
    await waitFor(() =>
      expect(saves).toEqual([{ optOutSensitiveDataStorage: true }, { optInSignedUrl: true }]),
    );
    expect(new Set(written)).toEqual(new Set(['PUT a1/settings']));
  });

  it('SP-78: shows a switch as it was flipped when the save fails, with the reason', async () => {
    refusal = refuse();
    await openIt();
    fireEvent.click(await screen.findByRole('switch', { name: 'Opt In Secure URLs' }));
    await screen.findByText('Not saved: The server is busy.');
    expect(screen.getByRole('switch', { name: 'Opt In Secure URLs' }).getAttribute('aria-checked')).toBe(
      'true',
    );
  });

  it('SEC-04, SEC-05, SP-80: adds voices of other providers to a list, in order, and never sends voiceId', async () => {
    await openIt();
    const pick = async (tab: string, name: string) => {
      fireEvent.click(await screen.findByRole('button', { name: 'Add fallback voice' }));
      const dialog = await screen.findByRole('dialog', { name: 'Select Voice' });
      fireEvent.click(await within(dialog).findByRole('tab', { name: new RegExp(tab) }));
      fireEvent.click(await within(dialog).findByText(name));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Select Voice' })).toBeNull());
    };
    await pick('OpenAI', 'Alloy');
    await pick('Deepgram', standardVoices.find(({ provider }) => provider === 'deepgram')?.voice_name ?? '');
    const rows = within(await screen.findByRole('list', { name: 'Fallback Voice ID' })).getAllByRole(
      'listitem',
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.textContent).toContain('Alloy');
    await waitFor(() => expect(settings.fallbackVoiceIds).toHaveLength(2));
    press('Move Alloy down');
    await waitFor(() => expect(settings.fallbackVoiceIds[1]).toBe('openai-Alloy'));
    press('Remove Alloy');
    await waitFor(() => expect(settings.fallbackVoiceIds).toHaveLength(1));
    expect(JSON.stringify(saves)).not.toContain('"voiceId"');
  });

  it('SP-80: says which fallback would fail together with the voice, and which is gone', async () => {
    settings.fallbackVoiceIds = ['11labs-Brian', 'play-Nobody'];
    expect(await openIt()).toBe('2 fallbacks');
    await screen.findByText('Same provider: fails together with the agent’s voice');
    await screen.findByText('No longer in the list of voices');
  });

  it('SEC-06 to SEC-10, SP-78: sets variables in a table; Cancel and Save close it, Save saves', async () => {
    await openIt();
    fireEvent.click(await screen.findByRole('button', { name: 'Set Up' }));
    const headers = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(headers).toEqual(['Variable name', 'Default value']);
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Set Up');
    fireEvent.click(await screen.findByRole('button', { name: 'Add variable' }));
    type('Name of variable 1', '1 clinic');
    press('Save');
    await screen.findByText(/up to 64 letters/);
    expect(saves).toEqual([]);
    type('Name of variable 1', 'clinic');
    type('Default value of variable 1', 'Bright Smile');
    fireEvent.click(screen.getByText('Filled prompt'));
    press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(saves).toEqual([{ defaultDynamicVariables: { clinic: 'Bright Smile' } }]));
  });

  it('SP-78: reports a failed save of variables and keeps them', async () => {
    await openIt();
    fireEvent.click(await screen.findByRole('button', { name: 'Set Up' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add variable' }));
    type('Name of variable 1', 'clinic');
    refusal = refuse();
    press('Save');
    await screen.findByText('Not saved: The server is busy.');
    press('Set Up');
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of variable 1' });
    expect(name.value).toBe('clinic');
  });
});

describe('Webhook Settings', () => {
  const openIt = () => open(WebhookSection, 'Webhook Settings');
  const leave = (name: string) => fireEvent.blur(screen.getByRole('textbox', { name }));

  it('HOOK-01 to HOOK-03, SP-79: saves an address when one leaves it, and marks what is none', async () => {
    expect(await openIt()).toBe('No endpoint');
    await screen.findByText(/phone-level webhook/);
    expect(screen.getByRole('link', { name: 'Set it on a phone number' }).getAttribute('href')).toBe(
      '/phone-numbers',
    );
    type('Agent Level Webhook URL', 'hooks.example');
    leave('Agent Level Webhook URL');
    await screen.findByText('Enter a URL that starts with https:// or http://');
    expect(saves).toEqual([]);
    type('Agent Level Webhook URL', ' https://hooks.example/in ');
    leave('Agent Level Webhook URL');
    type('Inbound Call Webhook URL', 'https://in.example');
    leave('Inbound Call Webhook URL');
    await waitFor(() =>
      expect(saves).toEqual([
        { webhookUrl: 'https://hooks.example/in' },
        { inboundWebhookUrl: 'https://in.example' },
      ]),
    );
  });

  it('SP-79: chooses events, and sends a test to the address in the field', async () => {
    settings.webhookUrl = 'https://hooks.example/in';
    expect(await openIt()).toBe('1 endpoint');
    fireEvent.click(await screen.findByRole('checkbox', { name: /call_started/ }));
    await waitFor(() => expect(saves).toEqual([{ webhookEvents: ['call_ended', 'call_analyzed'] }]));
    press('Send test');
    await screen.findByText('Returned 204 in 84 ms');
  });

  it('ATK-167: shows the secret once, when it is renewed, after a question', async () => {
    await openIt();
    await screen.findByText('whsec_…cret');
    press('Renew');
    fireEvent.click(await screen.findByRole('button', { name: 'Renew secret' }));
    await screen.findByText('whsec_whole');
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    expect(screen.queryByText('whsec_whole')).toBeNull();
  });

  it('SP-79: lists deliveries with what went wrong, and sends one again', async () => {
    deliveries = [delivery, { ...delivery, id: 'd2', state: 'delivered', attempts: 1, lastStatus: 200 }];
    await openIt();
    const [failed] = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
    expect(failed?.textContent).toContain('Failed');
    expect(failed?.textContent).toContain('8 attempts');
    expect(failed?.textContent).toContain('answered 500');
    fireEvent.click(within(failed as HTMLElement).getByRole('button', { name: 'Resend call_ended' }));
    await waitFor(() => expect(written).toEqual(['POST a1/webhook/deliveries/d1/resend']));
  });

  it('says that nothing was sent yet', async () => {
    await openIt();
    await screen.findByText(/Nothing has been sent yet/);
  });
});

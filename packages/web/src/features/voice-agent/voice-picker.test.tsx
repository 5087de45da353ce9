import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { SynthesizerState } from '@tendril/contract/api/voices';
import { type Voice, voiceProviders } from '@tendril/contract/voice/voice';
import { standardVoices } from '@tendril/contract/voice/voices.data';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VoicePicker, type VoicePickerProps } from './voice-picker.tsx';

const synthesizers: SynthesizerState[] = voiceProviders.map(({ id }) => ({
  provider: id,
  by: id === 'openai' ? 'vendor' : id === 'play' ? 'none' : 'local',
  label: id === 'openai' ? 'OpenAI' : 'local stand-in',
  missing: id === 'play' ? 'A key of PlayHT brings it.' : null,
}));
const recognizer = { by: 'none', label: '', missing: 'nobody' };
const onChoose = vi.fn<(voice: Voice) => void>();
const onClose = vi.fn();
let played: string[] = [];

beforeEach(() => {
  played = [];
  let isPaused = true;
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    isPaused = false;
    played.push(this.src);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {
    isPaused = true;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => isPaused);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  onChoose.mockReset();
  onClose.mockReset();
});

const own: Voice = {
  voice_id: '11labs-custom_Own_1',
  voice_type: 'custom',
  voice_name: 'Own',
  provider: 'elevenlabs',
  accent: 'Irish',
  gender: 'male',
  avatar_url: '/a',
  preview_audio_url: '/p',
};

function answer(respond = () => Response.json({ data: [...standardVoices, own], synthesizers, recognizer })) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => respond());
}

async function open(more: Partial<VoicePickerProps> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const props = { mode: 'voice', chosenId: '11labs-Adrian', onChoose, onClose, ...more } as const;
  const view = render(
    <QueryClientProvider client={client}>
      <VoicePicker {...props} />
    </QueryClientProvider>,
  );
  await screen.findAllByRole('row');
  return view;
}

const rows = () => screen.getAllByRole('row').slice(1);
const names = () => rows().map((row) => within(row).getByRole('button', { name: /^Choose / }).textContent);
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name} \\d+$`) });
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
const rowOf = (name: string) =>
  rows().find((row) => within(row).queryByRole('button', { name: `Choose ${name}` }));

describe('the voice picker', () => {
  it('VPICK-01, VPICK-02, SP-83: is titled, and each provider has a tab with its voices only', async () => {
    answer();
    await open();
    expect(screen.getByRole('dialog', { name: 'Select Voice' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map((each) => each.textContent?.replace(/ \d+$/, ''))).toEqual([
      'Elevenlabs',
      'PlayHT',
      'OpenAI',
      'Deepgram',
    ]);
    for (const { id, label } of voiceProviders) {
      fireEvent.click(tab(label));
      const wanted = [own, ...standardVoices].filter((voice) => voice.provider === id);
      expect(names()).toEqual(wanted.map((voice) => voice.voice_name));
    }
  });

  it('VPICK-03 to VPICK-07: filters, search and tab hold together', async () => {
    answer();
    await open();
    choose('Gender', 'female');
    expect(names()).toContain('Amara');
    expect(names()).not.toContain('Adrian');
    choose('Accent', 'British');
    const search = screen.getByPlaceholderText('Search by name');
    fireEvent.change(search, { target: { value: 'A' } });
    const wanted = standardVoices.filter(
      (voice) =>
        voice.provider === 'elevenlabs' &&
        voice.gender === 'female' &&
        voice.accent === 'British' &&
        voice.voice_name.toLowerCase().includes('a'),
    );
    expect(names()).toEqual(wanted.map((voice) => voice.voice_name));
    expect(screen.getByText(`${wanted.length} of 43 voices`)).toBeTruthy();
    for (const label of ['Gender', 'Accent']) choose(label, '');
    fireEvent.change(search, { target: { value: 'aDr' } });
    expect(names()).toEqual(['Adrian']);
  });

  it('VPICK-05, SP-83: a voice without a type is found only among all', async () => {
    answer();
    await open();
    expect(names()).toContain('Grace');
    for (const type of ['retell', 'preset']) {
      choose('Types', type);
      expect(names()).not.toContain('Grace');
      expect(names()).not.toContain('Own');
    }
    choose('Types', 'custom');
    expect(names()).toEqual(['Own']);
  });

  it('VPICK-09 to VPICK-12: a row shows traits, id and a preview button, which is dead without a preview', async () => {
    answer();
    await open();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Voice',
      'Traits',
      'Voice ID',
    ]);
    const adrian = rowOf('Adrian') as HTMLElement;
    for (const text of ['American', 'male', 'Young', '11labs-Adrian']) within(adrian).getByText(text);
    expect(within(adrian).getByRole<HTMLButtonElement>('button', { name: 'Play Adrian' }).disabled).toBe(
      false,
    );
    const elodie = rowOf('Elodie') as HTMLElement;
    expect(
      within(elodie).getByRole<HTMLButtonElement>('button', { name: 'No audio preview for Elodie' }).disabled,
    ).toBe(true);
    expect(rows().every((row) => within(row).getByRole('button', { name: /^(Play|No audio preview)/ }))).toBe(
      true,
    );
  });

  it('VPICK-13, VPICK-14: one preview plays at a time, and none when the dialog is gone', async () => {
    answer();
    const view = await open();
    const player = document.querySelector('audio') as HTMLAudioElement;
    fireEvent.click(screen.getByRole('button', { name: 'Play Adrian' }));
    fireEvent.click(screen.getByRole('button', { name: 'Play Amara' }));
    expect(played.map((src) => src.replace(/^.*voices/, ''))).toEqual([
      '/11labs-Adrian/preview',
      '/11labs-Amara/preview',
    ]);
    expect(screen.getByRole('button', { name: 'Play Adrian' })).toBeTruthy();
    expect(player.paused).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Pause Amara' }));
    expect(player.paused).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Play Amara' }));
    expect(player.paused).toBe(false);
    expect(onChoose).not.toHaveBeenCalled();
    view.unmount();
    expect(player.paused).toBe(true);
  });

  it('VPICK-15, SP-84: a failed preview is logged, and the button goes back to play', async () => {
    answer();
    await open();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new Error('404'));
    fireEvent.click(screen.getByRole('button', { name: 'Play Adrian' }));
    await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    expect(screen.getByRole('button', { name: 'Play Adrian' })).toBeTruthy();
  });

  it('VPICK-16: a row is chosen by a click anywhere in it, and the picker closes', async () => {
    answer();
    await open();
    fireEvent.click(within(rowOf('Amara') as HTMLElement).getByText('British'));
    expect(onChoose.mock.calls[0]?.[0].voice_id).toBe('11labs-Amara');
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.click(within(rowOf('Bram') as HTMLElement).getByRole('button', { name: 'Choose Bram' }));
    expect(onChoose.mock.calls[1]?.[0].voice_id).toBe('11labs-Bram');
  });

  it('VPICK-19, SP-52: another tab forgets the highlight and saves nothing', async () => {
    const fetched = answer();
    await open();
    expect(within(rowOf('Adrian') as HTMLElement).getByText('Current voice')).toBeTruthy();
    fireEvent.click(tab('OpenAI'));
    fireEvent.click(tab('Elevenlabs'));
    expect(screen.queryByText('Current voice')).toBeNull();
    expect(onChoose).not.toHaveBeenCalled();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('SP-80: a fallback of the agent’s own provider is refused with a hint', async () => {
    answer();
    await open({ mode: 'fallback', chosenId: '', ownProvider: 'elevenlabs' });
    expect(tab('PlayHT').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(tab('Elevenlabs'));
    fireEvent.click(screen.getByRole('button', { name: 'Choose Adrian' }));
    expect(screen.getByRole('status').textContent).toMatch(/different provider .*Elevenlabs/);
    expect([onChoose.mock.calls, onClose.mock.calls]).toEqual([[], []]);
    fireEvent.click(tab('OpenAI'));
    fireEvent.click(screen.getByRole('button', { name: 'Choose Alloy' }));
    expect(onChoose).toHaveBeenCalledTimes(1);
  });

  it('says under each tab who speaks', async () => {
    answer();
    await open();
    expect(screen.getByText(/No Elevenlabs key is stored\. A local stand-in/)).toBeTruthy();
    fireEvent.click(tab('OpenAI'));
    expect(screen.getByText('Spoken by OpenAI.')).toBeTruthy();
    fireEvent.click(tab('PlayHT'));
    expect(screen.getByText('A key of PlayHT brings it.')).toBeTruthy();
  });

  it('arrow keys go from row to row', async () => {
    answer();
    await open();
    const [first, second] = screen.getAllByRole('button', { name: /^Choose / });
    first?.focus();
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second as HTMLElement, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first);
  });

  it('is one stop of Tab, at the current voice first, and arrows lead to every button of a row', async () => {
    answer();
    await open({ chosenId: '11labs-Amara' });
    const grid = screen.getByRole('grid', { name: 'Voices' });
    const stops = () =>
      [...grid.querySelectorAll('button:not(:disabled)')]
        .filter((button) => (button as HTMLButtonElement).tabIndex === 0)
        .map((button) => button.getAttribute('aria-label'));
    const press = (key: string) => fireEvent.keyDown(document.activeElement as HTMLElement, { key });
    const focused = () => document.activeElement?.getAttribute('aria-label');
    expect(stops()).toEqual(['Choose Amara']);
    act(() => screen.getByRole('button', { name: 'Choose Amara' }).focus());
    for (const name of ['Copy voice ID of Amara', 'Copy voice ID of Amara']) {
      press('ArrowRight');
      expect(focused()).toBe(name);
    }
    press('ArrowUp');
    expect(focused()).toMatch(/^Copy voice ID of (?!Amara)/);
    expect(stops()).toEqual([focused()]);
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) press(key);
    expect(focused()).toBe('Play Amara');
    press('End');
    expect(focused()).toMatch(/^(Play|Choose) /);
    press('Home');
    press('ArrowRight');
    expect(within(rows()[0] as HTMLElement).getByRole('button', { name: /^Choose / })).toBe(
      document.activeElement,
    );
    expect(stops()).toHaveLength(1);
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('when nothing matches, one click shows all voices again', async () => {
    answer();
    await open();
    fireEvent.change(screen.getByPlaceholderText('Search by name'), { target: { value: 'nobody' } });
    expect(screen.getByText('No matching voices')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(rows()).toHaveLength(43);
  });

  it('a failed load says why, and is tried again', async () => {
    let isUp = false;
    answer(() =>
      isUp
        ? Response.json({ data: standardVoices, synthesizers, recognizer })
        : Response.json({ code: 'INTERNAL', message: 'Out of order' }, { status: 500 }),
    );
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <QueryClientProvider client={client}>
        <VoicePicker mode="voice" onChoose={onChoose} onClose={onClose} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Out of order')).toBeTruthy();
    isUp = true;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Choose Adrian' })).toBeTruthy();
  });

  it('VPICK-08, SP-81: a voice of one’s own is added, and what the server refuses stands by its field', async () => {
    const fetched = answer();
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Add custom voice' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add custom voice' });
    const field = (label: string | RegExp) => within(dialog).getByLabelText<HTMLInputElement>(label);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add voice' }));
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(fetched).toHaveBeenCalledTimes(1);

    fireEvent.change(field('Name'), { target: { value: 'Front desk' } });
    fireEvent.change(field(/voice ID/), { target: { value: 'abc' } });
    fetched.mockImplementationOnce(async () =>
      Response.json(
        { code: 'INVALID_INPUT', message: 'x', details: [{ path: 'providerVoiceId', message: 'is wrong' }] },
        { status: 400 },
      ),
    );
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add voice' }));
    expect(await within(dialog).findByText('is wrong')).toBeTruthy();

    fetched.mockImplementationOnce(async () => Response.json({ data: own }, { status: 201 }));
    fireEvent.change(field('Age'), { target: { value: 'Old' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add voice' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add custom voice' })).toBeNull());
    expect(JSON.parse(String(fetched.mock.calls[2]?.[1]?.body))).toEqual({
      name: 'Front desk',
      provider: 'elevenlabs',
      providerVoiceId: 'abc',
      gender: 'female',
      accent: 'American',
      age: 'Old',
    });
  });
});

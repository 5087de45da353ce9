import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { voiceAgentFields, voiceAgentSettings, voiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZodNullable, ZodObject, type ZodType } from 'zod';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

/** Where a setting is drawn: beside the prompt and in the sections, or in a dialog of the toolbar. */
type Place = 'page' | 'LLM settings';
type Role = Parameters<Page['getByRole']>[0];

interface SettingField {
  /** Stored before the page is opened; no default, so that a field of something else does not show it. */
  stored: unknown;
  role: Role;
  name: string | RegExp;
  /** What the field shows then: its value, its chosen option, whether it is on, or its text. */
  shows: string | boolean | RegExp;
  place?: Place;
}

const slider = (name: string, stored: number, shows: string): SettingField => ({
  stored,
  role: 'textbox',
  name: `${name}, as a number`,
  shows,
});
const llmField = (field: SettingField): SettingField => ({ ...field, place: 'LLM settings' });
const choice = (name: string, stored: unknown, shows: string | RegExp): SettingField => ({
  stored,
  role: 'combobox',
  name,
  shows,
});
const turned = (role: Role, name: string | RegExp, stored: unknown, shows: boolean): SettingField => ({
  stored,
  role,
  name,
  shows,
});
const written = (name: string, stored: string): SettingField => ({
  stored,
  role: 'textbox',
  name,
  shows: stored,
});
const listed = (stored: unknown, role: Role, name: string | RegExp): SettingField => ({
  stored,
  role,
  name,
  shows: /./,
});

const visitType = {
  id: 'f1',
  type: 'string',
  name: 'visit_type',
  description: 'Kind of visit',
  choices: [],
  examples: [],
  isRequired: false,
};

/** By setting of the contract: the field of the agent's page in which it is read and changed. */
const fields: Readonly<Record<string, SettingField>> = {
  agentName: { stored: 'Bright Smile', role: 'heading', name: 'Bright Smile', shows: 'Bright Smile' },
  voiceId: listed('openai-Alloy', 'button', 'Voice: Alloy'),
  language: choice('Language', 'de-DE', /^Deutsch/),
  voiceSpeed: slider('Voice speed', 0.7, '0.70'),
  volume: slider('Volume', 0.6, '0.60'),
  responsiveness: slider('Responsiveness', 0.31, '0.31'),
  interruptionSensitivity: slider('Interruption sensitivity', 0.41, '0.41'),
  sttMode: turned('radio', 'accurate', 'accurate', true),
  enableVoicemailDetection: turned('switch', 'Voicemail detection', true, true),
  voicemailDetectionTimeoutMs: slider('Detection duration', 7500, '7.5'),
  endCallAfterSilenceMs: slider('End call on silence', 12_000, '12'),
  maxCallDurationMs: slider('Max call duration', 180_000, '3'),
  beginMessageDelayMs: slider('Pause before speaking', 1200, '1.2'),
  brain: listed({ type: 'prompt' }, 'button', /^Answered by/),
  'voicemailOption.action': turned('radio', 'From a prompt', 'prompt', true),
  'voicemailOption.text': written('Prompt for the message', 'Ask to be called back.'),
  'ivrOption.action': turned('switch', 'Hang up on phone menus (IVR)', 'hangup', true),
  allowUserDtmf: turned('switch', 'Keypad input (DTMF)', true, true),
  'userDtmfOptions.digitLimit': slider('Digit limit', 12, '12'),
  'userDtmfOptions.terminationKey': choice('Termination key', '7', '7'),
  'userDtmfOptions.timeoutMs': slider('Entry timeout', 4500, '4.5'),
  ringDurationMs: slider('Ring duration', 45_000, '45'),
  reminderTriggerMs: { ...written('Seconds of silence before a reminder', '17'), stored: 17_000 },
  reminderMaxCount: { ...written('Times to remind', '4'), stored: 4 },
  ambientSound: choice('Background sound', 'call-center', 'Call Center'),
  ambientSoundVolume: slider('Background volume', 1.4, '1.40'),
  optOutSensitiveDataStorage: turned('switch', 'Opt Out Sensitive Data Storage', true, true),
  optInSignedUrl: turned('switch', 'Opt In Secure URLs', true, true),
  fallbackVoiceIds: listed(['11labs-Brian'], 'button', 'Remove Brian'),
  webhookUrl: written('Agent Level Webhook URL', 'https://hooks.example/agent'),
  webhookEvents: turned('checkbox', /^call_ended/, ['call_started'], false),
  inboundWebhookUrl: written('Inbound Call Webhook URL', 'https://hooks.example/inbound'),
  postCallFields: listed([visitType], 'button', 'Remove visit_type'),
  postCallModel: turned('radio', /^GPT-4o \(/, 'gpt-4o', true),
  enableBackchannel: turned('switch', /^Signs of listening/, true, true),
  backchannelFrequency: slider('Backchannel frequency', 0.35, '0.35'),
  backchannelWords: listed(['Right.'], 'button', /Remove.*Right/),
  boostedKeywords: listed(['Siobhan'], 'button', /Remove.*Siobhan/),
  denoising: choice('Noise of the caller', 'noise', 'Take it out'),
  voiceTemperature: slider('Voice temperature', 1.3, '1.30'),
  voiceEmotion: choice('Emotion', 'sympathetic', 'Sympathetic'),
  pronunciations: listed([{ word: 'Nguyen', ipa: 'ŋwiən' }], 'button', /Remove.*Nguyen/),
  timezone: choice('Time zone', 'Europe/Berlin', 'Europe/Berlin'),
  model: choice('Model', 'gpt-4o', /^GPT 4o \$/),
  speechModel: llmField(choice('Speech to speech', 'gpt-realtime-mini', 'GPT Realtime mini')),
  fallbackModels: llmField(choice('Fallback model', ['gemini-2.0-flash'], 'Gemini 2.0 Flash')),
  temperature: llmField(slider('Temperature', 0.3, '0.30')),
  credentialId: llmField(choice('Secret', 'demo', 'Demo model (no key)')),
  generalPrompt: { ...written('Universal Prompt', 'You answer for a dentist.') },
  beginMode: choice('Welcome Message', 'defined', 'AI Initiates: AI begins with your defined begin message'),
  beginMessage: written('Begin message', 'Bright Smile, good morning!'),
  functions: listed(
    [{ id: 'e1', type: 'end_call', name: 'hang_up', description: '' }],
    'button',
    /Edit hang_up/,
  ),
  knowledgeBaseIds: listed(['store'], 'button', /Remove Handbook/),
  knowledgeTopK: llmField(slider('Knowledge passages', 8, '8')),
  defaultDynamicVariables: listed({ clinic: 'Bright Smile' }, 'button', 'Set Up'),
};

/** Settings that no field of the page is for, and why. */
const withoutField: Readonly<Record<string, string>> = {};

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

/** The names of settings; an object's own fields, with a dot. */
function namesOf(shape: Readonly<Record<string, ZodType>>): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const inner = field instanceof ZodNullable ? field.unwrap() : field;
    return inner instanceof ZodObject ? Object.keys(inner.shape).map((part) => `${name}.${part}`) : [name];
  });
}

const shapes = {
  agent: voiceAgentFields.shape,
  settings: voiceAgentSettings.shape,
  llm: voiceLlmFields.shape,
};

/** The values to store, in the part of the agent that a shape describes. */
function storedOf(shape: Readonly<Record<string, ZodType>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of namesOf(shape)) {
    const [whole = '', part] = name.split('.');
    const value = fields[name]?.stored;
    values[whole] = part === undefined ? value : { ...(values[whole] as object), [part]: value };
  }
  return values;
}

it('each setting of an agent has a field on its page, or a reason to have none', () => {
  const settings = Object.values(shapes).flatMap(namesOf);
  expect([...Object.keys(fields), ...Object.keys(withoutField)].sort()).toEqual(
    [...new Set(settings)].sort(),
  );
});

/** What a field shows, as a person reads it. */
async function shownIn(page: Page, { role, name, place }: SettingField): Promise<string | boolean> {
  const within = place === undefined ? page.getByRole('main') : page.getByRole('dialog', { name: place });
  const field = within.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  await field.waitFor();
  return field.evaluate((element) => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? '';
    if (element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)) return element.checked;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    const checked = element.getAttribute('aria-checked');
    const words = element.textContent || element.getAttribute('aria-label') || '';
    return checked === null ? words : checked === 'true';
  });
}

it('each of these fields shows what is stored', async () => {
  const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Handbook' });
  const agent = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    agentsPrefix,
    {
      agentName: 'New',
    },
  );
  const path = `${agentsPrefix}/${agent.data.id}`;
  await client.call('PUT', path, storedOf(shapes.agent));
  await client.call('PUT', `${path}/settings`, storedOf(shapes.settings));
  const llmPath = `${hubPrefix}/llms/${agent.data.responseEngineLlmId}`;
  await client.call('PUT', llmPath, { ...storedOf(shapes.llm), knowledgeBaseIds: [store.id] });

  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agent/${agent.data.id}`);
  const heads = page.getByRole('region', { name: 'Agent settings' }).locator('h2 button');
  await heads.first().waitFor();
  for (const head of await heads.all())
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  const wrong: string[] = [];
  const look = async (place: Place | undefined) => {
    for (const [name, field] of Object.entries(fields).filter(([, each]) => each.place === place)) {
      const shown = await shownIn(page, field).catch(() => '');
      const isRight = field.shows instanceof RegExp ? field.shows.test(String(shown)) : shown === field.shows;
      if (!isRight) wrong.push(`${name}: ${shown === '' ? 'no such field' : shown}`);
    }
  };
  await look(undefined);
  await page.getByRole('button', { name: 'LLM settings' }).click();
  await look('LLM settings');
  expect(wrong).toEqual([]);
});

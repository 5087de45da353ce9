import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type EchoService, startEchoService } from './echo-service.ts';
import { type LocalServer, startServer } from './local-server.ts';

interface Agent extends Record<string, unknown> {
  id: string;
  responseEngineLlmId: string;
}
interface Llm {
  functions: Record<string, unknown>[];
  knowledgeBaseIds: string[];
}

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let service: EchoService;
let agent: Agent;

beforeAll(async () => {
  service = await startEchoService({ order: { status: 'shipped' } });
  server = await startServer({ environment: { EGRESS_ALLOW: service.host } });
  client = await new ApiClient(server.url).registerOwner();
});
beforeEach(async () => {
  agent = (await client.call<{ data: Agent }>('POST', agentsPrefix, { agentName: 'Front desk' })).data;
});
afterAll(async () => {
  service?.close();
  await server?.remove();
});

const path = () => `${agentsPrefix}/${agent.id}`;
const save = (body: object) => client.call('PUT', path(), body);
const stored = async () => (await client.call<{ data: Agent }>('GET', path())).data;
const settings = async () =>
  (await client.call<{ data: Record<string, unknown> }>('GET', `${path()}/settings`)).data;
const llmPath = () => `${hubPrefix}/llms/${agent.responseEngineLlmId}`;
const llm = async () => (await client.call<{ data: Llm }>('GET', llmPath())).data;

async function openEditor(): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agent/${agent.id}`);
  await page.getByRole('button', { name: 'Call Settings' }).waitFor();
  return page;
}

async function openSection(page: Page, title: string): Promise<Locator> {
  const head = page.getByRole('button', { name: title });
  expect(await head.getAttribute('aria-expanded')).toBe('false');
  await head.click();
  // The pane around them is a section too: the innermost is meant.
  return page.locator('section').filter({ has: head }).last();
}

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** What a page sends and reads of the agent, in order. */
function requestsOf(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(path()) || pathname === llmPath())
      sent.push({ method: request.method(), path: pathname, body: request.postDataJSON() ?? {} });
  });
  return sent;
}

const puts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT');

/** Answers the next updates of the agent with a refusal. */
async function refuse(page: Page, body: object): Promise<void> {
  browser.allow(page, answered(400));
  await page.route(`**${path()}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: body }) : route.continue(),
  );
}

/** Stops the page's clock, so that a busy machine takes no time in it: it goes on by `tick`, and slowly `until`. */
async function stopClock(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const tick = (ms: number) => page.clock.runFor(ms);
  const until = <T>(find: () => Promise<T>, wanted: T) =>
    expect
      .poll(
        async () => {
          const found = await find();
          if (found !== wanted) await tick(10);
          return found;
        },
        { timeout: 15_000 },
      )
      .toBe(wanted);
  return { tick, until };
}

const boundsOf = (slider: Locator) =>
  slider.evaluate((input: HTMLInputElement) => [input.min, input.max, input.step]);
const boxOf = (part: Locator, label: string) => part.getByLabel(`${label}, as a number`);

describe('speech settings', () => {
  it('SPEECH-01 to SPEECH-08: show the bounds, the defaults and seven sounds', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Speech Settings');
    for (const label of ['Voice speed', 'Volume', 'Responsiveness', 'Interruption sensitivity'])
      expect(await boundsOf(part.getByRole('slider', { name: label }))).toEqual(['0', '1', '0.01']);
    expect(await boxOf(part, 'Responsiveness').inputValue()).toBe('0.52');
    expect(await boxOf(part, 'Interruption sensitivity').inputValue()).toBe('0.80');
    expect(await part.getByRole('radio', { name: 'fast' }).isChecked()).toBe(true);
    const seconds = part.getByLabel('Seconds of silence before a reminder');
    const times = part.getByLabel('Times to remind');
    expect([await seconds.inputValue(), await times.inputValue()]).toEqual(['10', '1']);
    for (const typed of ['-1', '1.5', 'abc']) {
      await seconds.fill(typed);
      await seconds.blur();
      expect(await seconds.inputValue()).toBe('10');
    }
    await times.fill('0');
    expect(await times.inputValue()).toBe('0');
    await part.getByText('0: no reminders').waitFor();
    expect(await part.getByLabel('Background sound').locator('option').allTextContents()).toEqual([
      'None',
      'Coffee Shop',
      'Convention Hall',
      'Summer Outdoor',
      'Mountain Outdoor',
      'Static Noise',
      'Call Center',
    ]);
  });

  it('ERR-01, SPEECH-09 to SPEECH-11, SPEECH-15, SP-58, SP-67, SP-69: only moved fields are sent, and the detail shows the same', async () => {
    await save({ voiceSpeed: 1.3 });
    const page = await openEditor();
    const part = await openSection(page, 'Speech Settings');
    await part.getByText('Saved 1.30, above 1.00').waitFor();
    const sent = requestsOf(page);
    await boxOf(part, 'Interruption sensitivity').fill('0.6');
    await part.getByLabel('Seconds of silence before a reminder').fill('7');
    await part.getByLabel('Background sound').selectOption('Coffee Shop');
    await part.getByText('3 unsaved changes').waitFor();
    // Closing and opening the section loses nothing.
    await page.getByRole('button', { name: 'Speech Settings' }).click();
    await page.getByRole('button', { name: 'Speech Settings' }).click();
    await part.getByText('3 unsaved changes').waitFor();
    await part.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Speech settings updated successfully').waitFor();
    expect(puts(sent).map(({ path: to, body }) => [to, body])).toEqual([
      [path(), { interruptionSensitivity: 0.6 }],
      [`${path()}/settings`, { reminderTriggerMs: 7000, ambientSound: 'coffee-shop' }],
    ]);
    const lastPut = sent.findLastIndex(({ method }) => method === 'PUT');
    await expect
      .poll(() => sent.slice(lastPut).some(({ method, path: to }) => method === 'GET' && to === path()))
      .toBe(true);
    expect(await stored()).toMatchObject({ voiceSpeed: 1.3, interruptionSensitivity: 0.6 });
    expect(await settings()).toMatchObject({ reminderTriggerMs: 7000, ambientSound: 'coffee-shop' });
    // The other slider of the same field shows it at once.
    const calls = await openSection(page, 'Call Settings');
    expect(await boxOf(calls, 'Interruption sensitivity').inputValue()).toBe('0.60');

    await page.goto(`/agent?id=${agent.id}`);
    const detail = page.getByRole('complementary');
    await detail.getByText('Saved 1.30, above 1.00').waitFor();
    expect(await boxOf(detail, 'Interruption sensitivity').inputValue()).toBe('0.60');
    expect(await detail.getByLabel('Background sound').inputValue()).toBe('coffee-shop');
  });

  it.each([
    [{ message: 'x' }, 'Failed to update settings: x'],
    [{}, 'Failed to update settings: Unknown error'],
  ])('ERR-01, SPEECH-12, SPEECH-13: a refusal %j is shown as "%s"', async (body, text) => {
    const page = await openEditor();
    const part = await openSection(page, 'Speech Settings');
    await refuse(page, body);
    await boxOf(part, 'Volume').fill('0.5');
    await part.getByRole('button', { name: 'Save' }).click();
    await page.getByText(text, { exact: true }).waitFor();
    await part.getByText('1 unsaved change').waitFor();
  });
});

describe('call settings', () => {
  it('CALL-01 to CALL-10, CALL-12, SP-59, SP-60, SP-62, SP-63: show bounds, defaults, warnings and hints', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Call Settings');
    const rows = {
      'Detection duration': [['1', '10', '0.5'], '5'],
      'End call on silence': [['10', '20', '0.1'], '1.6'],
      'Max call duration': [['0', '5', '0.1'], '1'],
      'Pause before speaking': [['0', '5', '0.1'], '2.6'],
      'Ring duration': [['0', '60', '1'], '30'],
      'Interruption sensitivity': [['0', '1', '0.01'], '0.80'],
    } as const;
    for (const [label, [bounds, value]] of Object.entries(rows)) {
      expect(await boundsOf(part.getByRole('slider', { name: label }))).toEqual(bounds);
      expect(await boxOf(part, label).inputValue()).toBe(value);
    }
    await part.getByText('Calls never end before 10 s of silence').waitFor();
    await boxOf(part, 'Max call duration').fill('0');
    await part.getByText('calls still end after 60 min').waitFor();
    expect(await part.getByRole('radio', { name: 'Leave a message' }).isChecked()).toBe(true);
    const message = part.getByLabel('Message to leave');
    expect(await message.inputValue()).toBe('');
    expect(await message.getAttribute('placeholder')).toContain('{{');
    await part.getByRole('radio', { name: 'Hang up' }).check();
    expect(await message.count()).toBe(0);
    const detection = part.getByRole('switch', { name: 'Voicemail detection' });
    expect(await detection.getAttribute('aria-checked')).toBe('true');
    await detection.click();
    expect(await part.getByRole('slider', { name: 'Detection duration' }).count()).toBe(0);
  });

  it('SP-59, SP-61, SP-62: stored values are shown as they are', async () => {
    await save({ enableVoicemailDetection: false, endCallAfterSilenceMs: 1600, maxCallDurationMs: 720_000 });
    const page = await openEditor();
    const part = await openSection(page, 'Call Settings');
    await part.getByText('agent value: off').waitFor();
    await part.getByText('Saved 1.6 s, below 10 s').waitFor();
    await part.getByText('Saved 12 min, above 5 min').waitFor();
  });

  it('ERR-01, CALL-11, CALL-13, CALL-14, CALL-16 to CALL-18, SP-40, SP-64, SP-66, SP-68: six keys, then the settings, then a notice that outlives the panel', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Call Settings');
    const sent = requestsOf(page);
    await boxOf(part, 'End call on silence').fill('12.3');
    await boxOf(part, 'Max call duration').fill('2.5');
    await boxOf(part, 'Ring duration').fill('45');
    await part.getByLabel('Message to leave').fill('Hi {{caller_name}}, call us back.');
    await part.getByText('4 unsaved changes').waitFor();
    const { tick, until } = await stopClock(page);
    await part.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Settings updated successfully' });
    await until(() => notice.count(), 1);
    expect(puts(sent).map(({ path: to, body }) => [to, body])).toEqual([
      [
        path(),
        {
          enableVoicemailDetection: true,
          voicemailDetectionTimeoutMs: 5000,
          endCallAfterSilenceMs: 12_300,
          maxCallDurationMs: 150_000,
          beginMessageDelayMs: 2600,
          interruptionSensitivity: 0.8,
        },
      ],
      [
        `${path()}/settings`,
        {
          voicemailOption: { action: 'static_text', text: 'Hi {{caller_name}}, call us back.' },
          ringDurationMs: 45_000,
        },
      ],
    ]);
    const box = await notice.boundingBox();
    expect((box?.x ?? 0) > 720 && (box?.y ?? 0) > 450).toBe(true);
    const head = page.getByRole('button', { name: 'Call Settings' });
    await tick(1400);
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    await tick(120);
    await until(() => head.getAttribute('aria-expanded'), 'false');
    await tick(4200);
    expect(await notice.count()).toBe(1);
    await tick(300);
    await until(() => notice.count(), 0);
  });

  it.each([
    [{ message: 'x' }, 'Failed to update settings: x'],
    [{}, 'Failed to update settings: Unknown error'],
  ])('ERR-01, CALL-19 to CALL-21: a refusal %j is shown as "%s", and the panel stays', async (body, text) => {
    const page = await openEditor();
    const part = await openSection(page, 'Call Settings');
    await refuse(page, body);
    await page.clock.install();
    await part.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('alert').filter({ hasText: text });
    await notice.waitFor();
    const box = await notice.boundingBox();
    expect((box?.x ?? 0) > 720 && (box?.y ?? 0) > 450).toBe(true);
    await page.clock.runFor(3000);
    const head = page.getByRole('button', { name: 'Call Settings' });
    expect(await head.getAttribute('aria-expanded')).toBe('true');
  });
});

const sixTypes = [
  'End Call',
  'Call Transfer',
  'Check Calendar Availability',
  'Book on the Calendar',
  'Press Digit',
  'Custom Function',
];

async function addFunction(page: Page, part: Locator, type: string): Promise<Locator> {
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  return page.getByRole('dialog', { name: type });
}

describe('functions', () => {
  it('FUNC-01 to FUNC-20: six forms with their fields; Cancel changes nothing', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    await part.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(sixTypes);
    await page.keyboard.press('Escape');
    const fields: Record<string, string[]> = {
      'End Call': ['Name', 'Description'],
      'Call Transfer': ['Name', 'Description', 'Phone number'],
      'Check Calendar Availability': ['Name', 'Description', 'Calendar API key', 'Event type ID', 'Timezone'],
      'Book on the Calendar': ['Name', 'Description', 'Calendar API key', 'Event type ID', 'Timezone'],
      'Press Digit': ['Name', 'Description', 'Pause detection delay'],
      'Custom Function': ['Name', 'Description', 'URL', 'API timeout', 'Parameters as JSON Schema'],
    };
    for (const type of sixTypes) {
      const dialog = await addFunction(page, part, type);
      for (const label of fields[type] ?? []) await dialog.getByLabel(label, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect((await llm()).functions).toEqual([]);
  });

  it('FUNC-08 to FUNC-10, FUNC-14, FUNC-16, FUNC-18 to FUNC-20, SP-77: choices, defaults and hints', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    const transfer = await addFunction(page, part, 'Call Transfer');
    await transfer.getByRole('radio', { name: 'Dynamic routing' }).check();
    await transfer.getByLabel('Routing prompt').waitFor();
    expect(await transfer.getByLabel('Phone number').count()).toBe(0);
    await transfer.getByRole('radio', { name: 'Transferee’s number' }).check();
    await transfer.getByRole('radio', { name: 'Warm transfer' }).check();
    await transfer.getByText('this warm transfer shows the agent’s').waitFor();
    await transfer.getByRole('button', { name: 'Cancel' }).click();

    const digit = await addFunction(page, part, 'Press Digit');
    const delay = digit.getByLabel('Pause detection delay');
    expect(await delay.inputValue()).toBe('1000');
    await delay.fill('9000');
    await delay.blur();
    expect(await delay.inputValue()).toBe('1000');
    await digit.getByRole('button', { name: 'Cancel' }).click();

    const custom = await addFunction(page, part, 'Custom Function');
    expect(await custom.getByLabel('API timeout').inputValue()).toBe('120000');
    await custom.getByText('120000 ms is 2 minutes').waitFor();
    await custom.getByText('takes over 2 seconds').waitFor();
    expect(await custom.getByLabel('Message during execution').count()).toBe(0);
    await custom.getByRole('switch', { name: 'Speak during execution' }).click();
    await custom.getByLabel('Message during execution').waitFor();
    await custom.getByRole('switch', { name: 'Speak after execution' }).waitFor();
  });

  it('FUNC-21, FUNC-22, SP-74: Format JSON indents JSON; broken JSON stays and only the console shows it', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    const custom = await addFunction(page, part, 'Custom Function');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const editor = custom.getByLabel('Parameters as JSON Schema');
    const lines = () => editor.locator('.cm-line').allTextContents();
    const chooseAll = () => editor.press('ControlOrMeta+a');
    // Several lines at once, as a paste brings them: a filled field would leave the joining of lines to the browser.
    await chooseAll();
    await page.keyboard.press('Delete');
    await expect.poll(lines).toHaveLength(1);
    await page.keyboard.insertText('{"type":"object","properties":{"a":{"type":"string"}}}');
    await custom.getByText('Valid schema · 1 parameter, 0 required').waitFor();
    await custom.getByRole('button', { name: 'Format JSON' }).click();
    expect((await lines()).slice(0, 2)).toEqual(['{', '  "type": "object",']);
    // Typed over with real keys, the lines are joined without style attributes, which the page's policy reports.
    await chooseAll();
    await page.keyboard.type('1 2');
    await custom.getByText(/Line 1, column 3: /).waitFor();
    expect(await editor.getAttribute('aria-invalid')).toBe('true');
    await custom.getByRole('button', { name: 'Format JSON' }).click();
    expect(await lines()).toEqual(['1 2']);
    expect(logged).toHaveLength(1);
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('FUNC-04, FUNC-05, FUNC-23, FUNC-24, SP-72, SP-73: saved functions stay; an incomplete one is marked; deletion is undone', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    for (const type of ['End Call', 'Custom Function']) {
      const dialog = await addFunction(page, part, type);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await expect.poll(async () => (await llm()).functions.length).toBe(2);
    await page.goto(`/agent?id=${agent.id}`);
    const list = page.getByRole('complementary').getByRole('list', { name: 'Functions' });
    const rows = list.getByRole('listitem');
    await rows.filter({ hasText: 'end_call' }).waitFor();
    const custom = rows.filter({ hasText: 'custom_function' });
    await custom.getByText('Incomplete').waitFor();
    await custom.getByText('URL is required.').waitFor();
    await custom.getByRole('button', { name: 'Edit custom_function' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom Function' });
    await dialog.getByLabel('Name', { exact: true }).fill('end_call');
    await dialog.getByText('Another function of this agent already has this name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('book_visit');
    await dialog.getByLabel('URL').fill('https://api.example.com/visits');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rows.filter({ hasText: 'book_visit' }).waitFor();
    await expect.poll(async () => (await llm()).functions.at(1)?.['name']).toBe('book_visit');
    expect(await rows.getByText('Incomplete').count()).toBe(0);
    await list.getByRole('button', { name: 'Delete end_call' }).click();
    await page.getByText('end_call was deleted').waitFor();
    expect((await llm()).functions.map(({ type }) => type)).toEqual(['custom']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await llm()).functions.map(({ type }) => type))
      .toEqual(['end_call', 'custom']);
  });

  it('SP-76: a stored calendar key is shown as a mask, kept when it is left alone, and asked about before it goes', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    const dialog = await addFunction(page, part, 'Check Calendar Availability');
    await dialog.getByLabel('Calendar API key').fill('cal_live_secret');
    await dialog.getByLabel('Event type ID').fill('60444');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await llm()).functions.length).toBe(1);
    expect(JSON.stringify(await llm())).not.toContain('cal_live_secret');
    await page.reload();
    await openSection(page, 'Functions');
    await part.getByRole('button', { name: 'Edit check_availability' }).click();
    expect(await dialog.getByLabel('Calendar API key').inputValue()).toBe('');
    await dialog.getByText('A key is stored.').waitFor();
    await dialog.getByLabel('Description').fill('Look up free times.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await llm()).functions[0]?.['description']).toBe('Look up free times.');
    expect(await part.getByText('Incomplete').count()).toBe(0);
    await part.getByRole('button', { name: 'Delete check_availability' }).click();
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await llm()).functions).toEqual([]);
  });

  it('SP-76: a stored header is never shown, outlives the edit of other fields, and is sent as it was typed', async () => {
    const headers = { Authorization: 'Bearer sk-first', 'X-Region': 'eu' };
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    const custom = await addFunction(page, part, 'Custom Function');
    await custom.getByLabel('URL').fill(`${service.url}/orders`);
    await custom.getByText('Request and response options').click();
    for (const [place, [name, value]] of Object.entries(headers).entries()) {
      await custom.getByRole('button', { name: 'Add Header' }).click();
      await custom.getByLabel(`Header ${place + 1}`).fill(name);
      await custom.getByLabel(`Value ${place + 1}`).fill(value);
    }
    await custom.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await llm()).functions.length).toBe(1);
    expect(JSON.stringify(await llm())).not.toContain('sk-first');

    const send = async () => {
      await custom.getByRole('button', { name: 'Send a test request' }).click();
      const test = page.getByRole('dialog', { name: 'Test custom_function' });
      await test.getByRole('button', { name: 'Run test' }).click();
      await test.getByText('Status 200').waitFor();
      await test.getByRole('button', { name: 'Close' }).last().click();
      return service.received.at(-1)?.headers;
    };
    await page.reload();
    await openSection(page, 'Functions');
    await part.getByRole('button', { name: 'Edit custom_function' }).click();
    expect(await custom.getByLabel('Value 1').inputValue()).toBe('');
    await custom.getByText('A value is stored.').waitFor();
    await custom.getByLabel('Value 2').fill('us');
    await custom.getByLabel('Description').fill('Looks an order up.');
    await custom.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await llm()).functions[0]?.['description']).toBe('Looks an order up.');
    await part.getByRole('button', { name: 'Edit custom_function' }).click();
    expect(await send()).toMatchObject({ authorization: 'Bearer sk-first', 'x-region': 'us' });
    await custom.getByLabel('Value 1').fill('Bearer sk-second');
    expect(await send()).toMatchObject({ authorization: 'Bearer sk-second' });
  });

  it('a custom function is tried from its form against its real address', async () => {
    const page = await openEditor();
    const part = await openSection(page, 'Functions');
    const custom = await addFunction(page, part, 'Custom Function');
    await custom.getByLabel('URL').fill(`${service.url}/orders`);
    const editor = custom.getByLabel('Parameters as JSON Schema');
    // A filled field would leave the joining of lines to the browser, whose style attributes the page's policy reports.
    await editor.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect.poll(() => editor.locator('.cm-line').count()).toBe(1);
    await page.keyboard.insertText(
      '{"type":"object","properties":{"number":{"type":"integer"}},"required":["number"]}',
    );
    await custom.getByText('Request and response options').click();
    await custom.getByRole('button', { name: 'Add Variable' }).click();
    await custom.getByLabel('Variable 1').fill('status');
    await custom.getByLabel('Path in the response 1').fill('order.status');
    await custom.getByRole('button', { name: 'Send a test request' }).click();
    const test = page.getByRole('dialog', { name: 'Test custom_function' });
    await test.getByLabel('number (required)').fill('42');
    await test.getByRole('button', { name: 'Run test' }).click();
    const result = test.getByRole('region', { name: 'Test result' });
    await result.getByText('Status 200').waitFor();
    await result.getByText(`POST ${service.url}/orders`).waitFor();
    await result.getByText('"shipped"').waitFor();
    await result.getByRole('definition').getByText('shipped').waitFor();
    expect(JSON.parse(service.received.at(-1)?.body ?? '')).toMatchObject({ args: { number: 42 } });
  });

  it('a function whose save fails stays in the list and can be saved again', async () => {
    const page = await openEditor();
    browser.allow(page, answered(500));
    const part = await openSection(page, 'Functions');
    await page.route(`**${llmPath()}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { message: 'The disk is full' } })
        : route.continue(),
    );
    const dialog = await addFunction(page, part, 'End Call');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('The disk is full').waitFor();
    await part.getByText('Not saved').waitFor();
    await page.unroute(`**${llmPath()}`);
    await part.getByRole('button', { name: 'Save end_call again' }).click();
    await expect.poll(async () => (await llm()).functions.length).toBe(1);
    await expect.poll(() => part.getByText('Not saved').count()).toBe(0);
  });
});

it('KB-01, SP-55: the one way to add knowledge attaches a store or makes one, and a store is removed again', async () => {
  const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Handbook' });
  const page = await openEditor();
  const part = await openSection(page, 'Knowledge Base');
  const add = async () => {
    await part.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Add New Knowledge Base']);
    await page.getByRole('menuitem').click();
    return page.getByRole('dialog', { name: 'Add New Knowledge Base' });
  };
  const dialog = await add();
  await dialog.getByRole('checkbox', { name: /Handbook/ }).check();
  await dialog.getByRole('button', { name: 'Add 1 knowledge base' }).click();
  await part.getByRole('link', { name: 'Handbook' }).waitFor();
  expect((await llm()).knowledgeBaseIds).toEqual([store.id]);
  await part.getByRole('button', { name: 'Remove Handbook' }).click();
  await expect.poll(async () => (await llm()).knowledgeBaseIds).toEqual([]);
  const again = await add();
  await again.getByRole('radio', { name: 'Create a new one' }).check();
  await again.getByLabel('Name').fill('Price list');
  await again.getByRole('button', { name: 'Create and open' }).click();
  await page.getByRole('heading', { level: 1, name: 'Price list' }).waitFor();
  expect((await llm()).knowledgeBaseIds).toHaveLength(1);
});

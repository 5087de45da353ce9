import { AxeBuilder } from '@axe-core/playwright';
import { corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

interface Stored {
  id: string;
  details: string;
  flowId: string | null;
  revision: number;
}

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

async function empty(): Promise<void> {
  for (const { id } of await client.call<Stored[]>('GET', 'assistants'))
    await client.call('DELETE', `assistants/${id}`);
}

const make = (details: object, rest: object = {}) =>
  client.call<Stored>('POST', 'assistants', { details: JSON.stringify(details), ...rest });
const read = async (id: string) => {
  const { details } = await client.call<Stored>('GET', `assistants/${id}`);
  return JSON.parse(details) as Record<string, unknown>;
};
const demo = { name: 'demoModel', label: 'Demo model', inputs: {} };

async function open(path: string): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();
const chat = (page: Page) => page.getByRole('region', { name: 'Live chat' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const state = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

async function ask(page: Page, question: string): Promise<void> {
  await chat(page).getByRole('textbox', { name: 'Ask this assistant' }).fill(question);
  await page.keyboard.press('Enter');
}

async function expectNoFindings(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().every((it) => it.playState !== 'running')))
      .toBe(true);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target))]),
      `${page.url()} ${theme}`,
    ).toEqual([]);
  }
}

it('ROUTES-11, SHELL-04: the drawer leads to three kinds of assistants, each saying when to choose it', async () => {
  const page = await open('/chatflows');
  await page.getByRole('link', { name: 'Assistants', exact: true }).click();
  await page.waitForURL('**/assistants');
  await expect.poll(() => names(page)).toEqual(['Custom', 'OpenAI', 'Voice agent']);
  expect(await page.getByText('Choose this').count()).toBe(3);
  await page.getByText('Ended 26 August 2026').waitFor();
  await expectNoFindings(page);
  await page.getByRole('link', { name: 'Custom', exact: true }).click();
  await page.waitForURL('**/assistants/custom');
});

it('API-06 to API-08, SP-03: a profile is added, shown, edited and deleted, and what others stored in it stays', async () => {
  const profiles = `${corePrefix}/assistant-profiles`;
  const made = { name: 'Night desk', details: { tone: 'warm' }, colour: '#0a7' };
  const { data: other } = await client.call<{ data: Stored }>('POST', profiles, made);
  const page = await open('/assistants');
  const list = page.getByRole('region', { name: 'Assistant profiles' });
  await list.getByText('Night desk').waitFor();
  await list.getByRole('button', { name: 'New profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('Front desk');
  await dialog.getByLabel('Details (JSON)').fill('{bad');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText(/^This is not valid JSON: /).waitFor();
  await dialog.getByLabel('Details (JSON)').fill('{"languages":["en"]}');
  await expectNoFindings(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await list.getByRole('button', { name: 'Front desk', exact: true }).waitFor();

  await list.getByRole('button', { name: 'Night desk', exact: true }).click();
  expect(JSON.parse(await dialog.getByLabel('Details (JSON)').inputValue())).toEqual({ tone: 'warm' });
  await dialog.getByText('Other fields, kept unchanged: colour').waitFor();
  await dialog.getByLabel('Description').fill('Answers at night');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await list.getByText('Answers at night').waitFor();
  const stored = await client.call<{ data: object[] }>('GET', profiles);
  expect(stored.data).toEqual([
    { ...made, id: other.id, description: 'Answers at night' },
    { id: expect.any(String), name: 'Front desk', details: { languages: ['en'] } },
  ]);

  await page.reload();
  await list.getByRole('button', { name: 'More actions for Front desk' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  expect((await client.call<{ data: object[] }>('GET', profiles)).data).toHaveLength(1);
});

it('PRODUCT-05, ROUTES-14, ROUTES-15: an assistant is made by name, set up, saved, and answers beside its form', async () => {
  await empty();
  const page = await open('/assistants/custom');
  await page.getByText('No assistants yet').waitFor();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'New assistant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('Front desk');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/assistants\/custom\/[\w-]+$/);
  await page.locator('[data-toast]').getByText('Assistant created').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Front desk' }).waitFor();
  await chat(page).getByText('Choose a model to start chatting').waitFor();

  await page.getByRole('button', { name: 'Use the demo model' }).click();
  await state(page, 'Unsaved changes');
  await chat(page)
    .getByText('Save first')
    .or(chat(page).getByRole('button', { name: 'Save' }))
    .first()
    .waitFor();
  await section(page, 'Instructions').getByRole('button', { name: 'Generate' }).click();
  await dialog.getByLabel('What should the assistant do?').fill('Answer the phone of a hotel');
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  await dialog.getByText('Answer the phone of a hotel.').waitFor();
  await dialog.getByRole('button', { name: 'Use these instructions' }).click();
  await section(page, 'Tools').getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'Calculator' }).click();
  await section(page, 'Memory').getByRole('combobox').selectOption({ label: 'The last turns' });
  await page.getByLabel('Turns to remember').fill('6');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await state(page, /^Saved \d/);

  await ask(page, 'What is 12 * 12?');
  await chat(page).getByText('144').first().waitFor();
  await expectNoFindings(page);
  await chat(page).getByRole('button', { name: 'Open trace' }).click();
  await chat(page).getByRole('button', { name: 'Close trace' }).waitFor();
  await chat(page).getByText('Calculator').filter({ visible: true }).first().waitFor();

  await page.reload();
  await page.getByText('All changes saved').waitFor();
  expect(await section(page, 'Instructions').getByRole('textbox').inputValue()).toContain('phone of a hotel');
  await section(page, 'Tools').getByText('Calculator', { exact: true }).waitFor();
  await chat(page).getByText('144').first().waitFor();
  const [row] = await client.call<Stored[]>('GET', 'assistants?type=CUSTOM');
  expect(await read(row?.id ?? '')).toMatchObject({
    name: 'Front desk',
    chatModel: { name: 'demoModel' },
    tools: [{ name: 'calculator', id: 'calculator_0' }],
    memory: { name: 'bufferWindowMemory', inputs: { k: 6 } },
  });
});

describe('the form of an assistant', () => {
  it('asks before unsaved changes are left, saves by Ctrl S and reports a failed save', async () => {
    await empty();
    const { id } = await make({ name: 'Careful', chatModel: demo });
    const page = await open(`/assistants/custom/${id}`);
    const text = section(page, 'Instructions').getByRole('textbox');
    await text.fill('First words');
    await page.getByRole('link', { name: 'All custom assistants' }).click();
    const prompt = page.getByRole('dialog', { name: 'Unsaved changes' });
    await prompt.getByRole('button', { name: 'Stay' }).click();
    expect(await text.inputValue()).toBe('First words');

    browser.allow(page, answered(500));
    const isSave = (url: URL) => url.pathname === `${studioPrefix}/assistants/${id}`;
    await page.route(isSave, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The disk is full.' } }),
    );
    await page.keyboard.press('Control+s');
    await state(page, 'Not saved: The disk is full.');
    await page.unroute(isSave);
    await page.keyboard.press('Control+s');
    await state(page, /^Saved \d/);
    expect(await read(id)).toMatchObject({ instruction: 'First words' });

    await text.fill('Second words');
    await page.getByRole('link', { name: 'All custom assistants' }).click();
    await prompt.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/assistants/custom');
    expect(await read(id)).toMatchObject({ instruction: 'First words' });
  });

  it('never overwrites what somebody else saved without asking', async () => {
    await empty();
    const { id } = await make({ name: 'Shared', chatModel: demo });
    const page = await open(`/assistants/custom/${id}`);
    const text = section(page, 'Instructions').getByRole('textbox');
    const theirs = { details: JSON.stringify({ name: 'Shared', chatModel: demo, instruction: 'Theirs' }) };
    await client.call('PUT', `assistants/${id}`, theirs);
    browser.allow(page, answered(409));
    await text.fill('Mine');
    await page.keyboard.press('Control+s');
    const bar = page.getByRole('alert').filter({ hasText: 'Someone else has saved this assistant' });
    await bar.getByRole('button', { name: 'Load their version' }).click();
    await expect.poll(() => text.inputValue()).toBe('Theirs');

    await client.call('PUT', `assistants/${id}`, theirs);
    await text.fill('Mine again');
    await page.keyboard.press('Control+s');
    await bar.getByRole('button', { name: 'Overwrite with mine' }).click();
    await state(page, /^Saved \d/);
    expect(await read(id)).toMatchObject({ instruction: 'Mine again' });
  });

  it('keeps a tool with its settings and secret when another one is removed', async () => {
    await empty();
    const tools = [
      { name: 'calculator' },
      { name: 'requestsGet', inputs: { url: 'https://a.example', description: 'Reads A' } },
      { name: 'harbourSearch', label: 'Harbour Search', inputs: {} },
    ];
    const { id } = await make({ name: 'Tools', chatModel: demo, tools });
    const page = await open(`/assistants/custom/${id}`);
    const part = section(page, 'Tools');
    await part.getByText('Requests Get').click();
    expect(await part.getByLabel('URL').inputValue()).toBe('https://a.example');
    await part.getByText('Harbour Search').click();
    await part.getByText('This tool is not available in this installation').waitFor();
    await part.getByRole('button', { name: 'Remove Calculator' }).click();
    expect(await part.getByLabel('URL').inputValue()).toBe('https://a.example');
    await part.getByLabel('URL').fill('https://b.example');
    await page.keyboard.press('Control+s');
    await state(page, /^Saved \d/);
    expect((await read(id))['tools']).toMatchObject([
      { name: 'requestsGet', id: 'requestsGet_0', inputs: { url: 'https://b.example' } },
      { name: 'harbourSearch' },
    ]);
  });

  it('looks things up in a knowledge base and shows where the answer comes from', async () => {
    await empty();
    const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Handbook' });
    await client.call('POST', `document-store/upsert/${store.id}`, {
      loader: { name: 'plainText', config: { text: 'Lost keys are kept by the porter.' } },
      splitter: { name: 'recursiveCharacterTextSplitter', config: {} },
    });
    const { id } = await make({ name: 'Porter', chatModel: demo });
    const page = await open(`/assistants/custom/${id}`);
    const part = section(page, 'Knowledge');
    await part.getByRole('button', { name: 'Add knowledge' }).click();
    await page.getByRole('menuitem', { name: 'Handbook' }).click();
    await part.getByLabel('When to search it').fill('Searches the house rules, for questions about keys.');
    await page.keyboard.press('Control+s');
    await state(page, /^Saved \d/);
    await ask(page, 'Who keeps lost keys?');
    await chat(page).getByText('kept by the porter').first().waitFor();
    await expectNoFindings(page);
    await client.call('DELETE', `document-store/store/${store.id}`);
    await page.reload();
    await part.getByText('This knowledge base no longer exists').waitFor();
    await part.getByRole('button', { name: 'Remove Handbook' }).click();
    await part.getByText('No searchable knowledge bases yet.').waitFor();
  });

  it('is shared like a flow, and opens as a flow of its own on the canvas', async () => {
    await empty();
    const { id, flowId } = await make({ name: 'Public one', chatModel: demo });
    const page = await open(`/assistants/custom/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /Public one/ });
    await dialog
      .getByRole('tab', { name: 'Share chatbot' })
      .or(dialog.getByRole('tab').last())
      .first()
      .click();
    await dialog.getByRole('switch').first().click();
    await expect
      .poll(async () => (await client.call<{ isPublic: boolean }>('GET', `flows/${flowId}`)).isPublic)
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Assistant settings' }).click();
    await page.getByRole('menuitem', { name: 'Messages' }).click();
    await page.getByRole('dialog', { name: 'Messages' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open as flow' }).click();
    await page.waitForURL(/\/canvas\/[\w-]+$/);
    expect(page.url()).not.toContain(flowId);
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3);
    const flows = await client.call<{ data: { name: string }[] }>('GET', 'flows?limit=100');
    expect(flows.data.map(({ name }) => name)).toContain('Public one');
  });

  it('shows form and chat one at a time in a narrow window', async () => {
    await empty();
    const { id } = await make({ name: 'Narrow', chatModel: demo });
    const page = await browser.visit(server.url, {
      session: 'shared',
      viewport: { width: 390, height: 800 },
    });
    await page.goto(`/assistants/custom/${id}`);
    await section(page, 'Model').waitFor();
    expect(await chat(page).isVisible()).toBe(false);
    // What still arrives moves the switch.
    await page.waitForLoadState('networkidle');
    await page
      .getByRole('group', { name: 'Assistant sections' })
      .getByRole('button', { name: 'Chat' })
      .click();
    await ask(page, 'Hello');
    await chat(page).getByRole('button', { name: 'Open trace' }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});

it('STATE-16: the list is searched, sorted, renamed in, and asks before it deletes', async () => {
  await empty();
  for (const [name, instruction] of [
    ['Beta', 'sells tea'],
    ['Gamma', ''],
    ['Alpha', ''],
  ] as const) {
    await make({ name, instruction, chatModel: demo });
  }
  const page = await open('/assistants/custom');
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Gamma', 'Beta']);
  await page.getByRole('button', { name: 'Sort: Updated' }).click();
  await page.getByRole('menuitemradio', { name: 'Name' }).click();
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'Gamma']);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('TEA');
  await expect.poll(() => names(page)).toEqual(['Beta']);
  await page.getByRole('textbox', { name: 'Search assistants' }).fill('nothing like it');
  await page.getByText('No assistants match “nothing like it”').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await act('Gamma', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Delta');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'Delta']);
  await expectNoFindings(page);
  await act('Beta', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await dialog.getByText('Delete assistant Beta?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await act('Beta', 'Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Delta']);
});

describe('OpenAI assistants', () => {
  const details = {
    id: 'asst_1',
    name: 'Tutor',
    model: 'gpt-4.1',
    instructions: 'You teach maths.',
    tools: [{ type: 'code_interpreter' }, { type: 'function', function: { name: 'look_up' } }],
  };

  it('ROUTES-16: say that their service ends, and convert to custom ones with what is lost named', async () => {
    await empty();
    const page = await open('/assistants/openai');
    await page.getByText('OpenAI ended its Assistants API on 26 August 2026').waitFor();
    await page.getByText('No OpenAI assistants here').waitFor();
    await expectNoFindings(page);
    await make(details, { type: 'OPENAI' });
    await page.reload();
    await page.getByText('asst_1').waitFor();
    await page.getByRole('button', { name: 'Convert Tutor to a custom assistant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert “Tutor”' });
    await dialog.getByText('Model gpt-4.1, with its temperature').waitFor();
    await dialog.getByText('Code Interpreter: not available here').waitFor();
    await dialog.getByText('Write a custom tool named “look_up”').waitFor();
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.waitForURL(/\/assistants\/custom\/[\w-]+$/);
    await page.getByRole('heading', { level: 1, name: 'Tutor' }).waitFor();
    expect(await section(page, 'Instructions').getByRole('textbox').inputValue()).toBe('You teach maths.');
    expect(await page.getByLabel('Chat model').inputValue()).toBe('chatOpenAI');
  });

  it('are read from OpenAI with a key, and only those that are not here yet are kept', async () => {
    await empty();
    const key = await client.call<{ id: string }>('POST', 'credentials', {
      name: 'My OpenAI',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-test' },
    });
    await make(details, { type: 'OPENAI', credential: key.id });
    const page = await open('/assistants/openai');
    browser.allow(page, answered(422));
    const isList = (url: URL) => url.pathname === `${studioPrefix}/openai-assistants`;
    await page.route(isList, (route) =>
      route.fulfill({ status: 422, json: { code: 'PROVIDER_REFUSED', message: 'OpenAI has shut it down.' } }),
    );
    await page.getByRole('button', { name: 'Fetch from OpenAI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fetch from OpenAI' });
    await dialog.getByRole('button', { name: 'Fetch', exact: true }).click();
    await dialog.getByText('Choose a key.').waitFor();
    await dialog.getByLabel('OpenAI key').selectOption(key.id);
    await dialog.getByRole('button', { name: 'Fetch', exact: true }).click();
    await dialog.getByText('OpenAI has shut it down.').waitFor();
    await page.unroute(isList);
    const found = [details, { id: 'asst_2', name: 'Cook', model: 'gpt-4o' }, { id: 'asst_3', name: null }];
    await page.route(isList, (route) => route.fulfill({ json: found }));
    await dialog.getByRole('button', { name: 'Fetch', exact: true }).click();
    await dialog.getByText('3 assistants found').waitFor();
    await dialog.getByLabel('Unnamed').uncheck();
    await dialog.getByRole('button', { name: 'Save 1 here' }).click();
    await expect
      .poll(async () => (await names(page)).toSorted())
      .toEqual(expect.arrayContaining(['Cook', 'Tutor']));
    expect(await client.call<Stored[]>('GET', 'assistants?type=OPENAI')).toHaveLength(2);
  });
});

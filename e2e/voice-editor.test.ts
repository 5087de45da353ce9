import { AxeBuilder } from '@axe-core/playwright';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { voiceLanguages } from '@tendril/contract/voice/languages';
import type { VoiceAgent, VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

const make = async (fields: Partial<VoiceAgent> = {}) => {
  const body = { agentName: 'Front Desk', ...fields };
  return (await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, body)).data;
};
const readAgent = async ({ id }: VoiceAgent) =>
  (await client.call<{ data: VoiceAgent }>('GET', `${agentsPrefix}/${id}`)).data;
const llmPath = ({ responseEngineLlmId }: VoiceAgent) => `${hubPrefix}/llms/${responseEngineLlmId}`;
const readLlm = async (agent: VoiceAgent) =>
  (await client.call<{ data: VoiceLlm }>('GET', llmPath(agent))).data;
const writeLlm = (agent: VoiceAgent, fields: Partial<VoiceLlm>) => client.call('PUT', llmPath(agent), fields);

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Universal Prompt' });
const mark = (page: Page, words: string) =>
  page.getByRole('status').getByText(words, { exact: true }).first();
const toasts = (page: Page) => page.locator('[data-toast]');

async function open(agent: VoiceAgent, before: (page: Page) => unknown = () => undefined): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await before(page);
  await page.goto(`/agent/${agent.id}`);
  await prompt(page).waitFor();
  return page;
}

/** Bodies of the updates that a page sends to a path. */
function watchPuts(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'PUT' && new URL(request.url()).pathname === path)
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

describe('the frame', () => {
  it('PRODUCT-06, ROUTES-13, VED-01 to VED-06, VED-20 to VED-24: one read fills the header, the two tabs, the sections and the test panel', async () => {
    const agent = await make({ agentName: 'Bright Smile' });
    const page = await browser.visit(server.url, { session: 'shared' });
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`${agentsPrefix}/${agent.id}`)) reads.push('');
    });
    await page.goto(`/agent/${agent.id}`);
    await page.getByRole('heading', { level: 1, name: 'Bright Smile' }).waitFor();
    await prompt(page).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Create', 'Simulation']);
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Create');
    await page.getByRole('button', { name: 'Deployment' }).waitFor();
    // Of the seven concerns, those that are no section: voice, language, prompt.
    await page.getByRole('button', { name: /^Voice: / }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).waitFor();
    expect(await prompt(page).isEditable()).toBe(true);

    const pane = page.getByRole('region', { name: 'Agent settings' });
    const heads = pane.locator('h2 button[aria-expanded]');
    await expect.poll(() => heads.count()).toBe(7);
    const names = await heads.locator('xpath=./span[1]').allTextContents();
    expect(names).toEqual([
      'Functions',
      'Knowledge Base',
      'Speech Settings',
      'Call Settings',
      'Post-Call Analysis',
      'Security & Fallback Settings',
      'Webhook Settings',
    ]);
    const states = () => heads.evaluateAll((all) => all.map((head) => head.getAttribute('aria-expanded')));
    expect(await states()).toEqual(Array(7).fill('false'));
    await heads.nth(1).click();
    await heads.nth(6).click();
    await heads.nth(1).click();
    expect((await states()).map((state) => state === 'true')).toEqual([0, 0, 0, 0, 0, 0, 1].map(Boolean));

    const title = page.getByRole('heading', { name: 'Test your agent' });
    const last = await heads.nth(6).boundingBox();
    expect((await title.boundingBox())?.y).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
    for (const name of ['Test Audio', 'Test LLM', 'Test'])
      await page.getByRole('button', { name, exact: true }).waitFor();
    expect(reads).toHaveLength(1);
  });

  it('VED-03, VED-05: back leads to the page before, whichever tab is open; a tab can be linked', async () => {
    const agent = await make();
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto('/phone-numbers');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`/agent/${agent.id}`);
    await prompt(page).waitFor();
    await page.getByRole('tab', { name: 'Simulation' }).click();
    await page.waitForURL(/tab=simulation/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForURL(/\/phone-numbers$/);

    const linked = await browser.visit(server.url, { session: 'shared' });
    await linked.goto(`/agent/${agent.id}?tab=simulation`);
    await linked.getByRole('tab', { name: 'Simulation', selected: true }).waitFor();
    await linked.getByRole('button', { name: 'Back', exact: true }).click();
    await linked.waitForURL(/\/agent$/);
  });

  it('the crumb names the agent and leads up to the list, which names itself', async () => {
    const agent = await make({ agentName: 'Front desk' });
    const page = await open(agent);
    const crumb = page.locator('[data-top-bar] p');
    await expect.poll(() => crumb.textContent()).toMatch(/Voice Agents\s*\/\s*Front desk$/);
    await crumb.getByRole('link', { name: 'Voice Agents' }).click();
    await page.waitForURL(/\/agent$/);
    await expect.poll(() => crumb.textContent()).toMatch(/Voice\s*\/\s*Voice Agents$/);
  });

  it('reports an agent that does not exist, and leads back to the list', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    browser.allow(page, answered(404));
    await page.goto('/agent/nobody');
    await page.getByRole('heading', { name: 'Agent not found' }).waitFor();
    await page.getByRole('button', { name: 'Go to Voice Agents' }).click();
    await page.waitForURL(/\/agent$/);
  });

  it('says why an agent could not be loaded, and loads it when asked again', async () => {
    const agent = await make();
    const page = await browser.visit(server.url, { session: 'shared' });
    browser.allow(page, answered(500));
    const path = `**${agentsPrefix}/${agent.id}`;
    await page.route(path, (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL_ERROR', message: 'Out of order', requestId: 'r-7' },
      }),
    );
    await page.goto(`/agent/${agent.id}`);
    await page.getByText('Out of order').waitFor();
    await page.getByText('r-7').waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Retry' }).click();
    await prompt(page).waitFor();
  });
});

describe('the toolbar', () => {
  it('VED-07, LLM-02, CATM-01 to CATM-09, SP-45: the model selector has the eight models with their price, and keeps the choice', async () => {
    const agent = await make();
    const page = await open(agent);
    const model = page.getByRole('combobox', { name: 'Model' });
    const meter = page.getByRole('region', { name: 'Estimated cost and latency of a call' });
    const before = await meter.textContent();
    await model.click();
    const options = await page.getByRole('option').allTextContents();
    expect(options).toEqual([
      'GPT 4o $0.05/min',
      'GPT 4o mini $0.006/min',
      'GPT 4.1 $0.045/min',
      'GPT 4.1 mini $0.016/min',
      'GPT 4.1 nano $0.004/min',
      'Claude 3.7 Sonnet $0.06/min',
      'Claude 3.5 Haiku $0.02/min',
      'Gemini 2.0 Flash $0.006/min',
    ]);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => model.textContent()).toContain('GPT 4o');
    expect(await meter.textContent()).not.toBe(before);
    expect(await meter.textContent()).toContain('estimate');
    await expect.poll(async () => (await readLlm(agent)).model).toBe('gpt-4o');
  });

  it('VED-08, LLM-01: the LLM settings have a temperature from 0 to 1 and keep it, and say which secret is missing', async () => {
    const agent = await make();
    const page = await open(agent);
    await page.getByRole('button', { name: 'LLM settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'LLM settings' });
    const slider = dialog.getByRole('slider', { name: 'Temperature' });
    expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual(['0', '1']);
    await slider.fill('0.35');
    await dialog.getByText('There is no OpenAI secret in this workspace.').waitFor();
    await dialog.getByLabel('Secret', { exact: true }).selectOption('Demo model (no key)');
    await dialog.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => readLlm(agent)).toMatchObject({ temperature: 0.35, credentialId: 'demo' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('VED-12, VED-26, VED-28, CATL-01, SP-85: the language selector has the 33 languages, shows the agent’s, and saves exactly the choice', async () => {
    const agent = await make({ language: 'de-DE', voiceId: 'openai-Alloy' });
    const page = await open(agent);
    const puts = watchPuts(page, `${agentsPrefix}/${agent.id}`);
    const language = page.getByRole('combobox', { name: 'Language' });
    expect(await language.textContent()).toContain('de-DE');
    await page.locator('[data-voice-name]', { hasText: /^Alloy$/ }).waitFor();
    await language.click();
    const options = page.getByRole('option');
    expect(
      await options.evaluateAll((all) => all.map((option) => option.getAttribute('data-value'))),
    ).toEqual(voiceLanguages.map(({ code }) => code));
    await options.filter({ hasText: 'Français' }).click();
    await expect.poll(() => puts).toEqual([{ language: 'fr-FR' }]);
    await expect.poll(async () => (await readAgent(agent)).language).toBe('fr-FR');
    expect(await language.textContent()).toContain('fr-FR');
  });

  it('VED-02, VED-27, CATL-02, SP-49: an agent whose answer names no language shows en-US and its own voice', async () => {
    const agent = await make({ language: 'de-DE', voiceId: 'openai-Alloy' });
    const page = await open(agent, (fresh) =>
      fresh.route(`**${agentsPrefix}/${agent.id}`, async (route) => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: Record<string, unknown> };
        await route.fulfill({ json: { data: { ...data, language: undefined } } });
      }),
    );
    expect(await page.getByRole('combobox', { name: 'Language' }).textContent()).toContain('en-US');
    await page.locator('[data-voice-name]', { hasText: /^Alloy$/ }).waitFor();
  });

  it('VED-29, ERR-01, SP-50: a failed language save is logged only, and the selector goes back with a word beside it', async () => {
    const agent = await make();
    const page = await open(agent);
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    browser.allow(page, /.*/);
    await page.route(`**${agentsPrefix}/${agent.id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Italiano' }).click();
    await page.getByText('not saved', { exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Language' }).textContent()).toContain('en-US');
    await expect.poll(() => logged.some((line) => line.includes('RequestError'))).toBe(true);
    expect(await toasts(page).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('VED-09, VED-10, VED-30, SP-48: the chip names the voice, opens the picker, shows a choice at once and saves exactly it', async () => {
    const agent = await make({ voiceId: '11labs-Adrian' });
    const page = await open(agent);
    const puts = watchPuts(page, `${agentsPrefix}/${agent.id}`);
    const chip = page.getByRole('button', { name: /^Voice: / });
    expect(await page.locator('[data-voice-name]').textContent()).toBe('Adrian');
    await chip.click();
    const picker = page.getByRole('dialog', { name: 'Select Voice' });
    await picker.getByRole('tab', { name: /OpenAI/ }).click();
    await picker.getByRole('button', { name: 'Choose Alloy' }).click();
    await picker.waitFor({ state: 'detached' });
    expect(await page.locator('[data-voice-name]').textContent()).toBe('Alloy');
    await expect.poll(() => puts).toEqual([{ voiceId: 'openai-Alloy' }]);
    await expect.poll(async () => (await readAgent(agent)).voiceId).toBe('openai-Alloy');
  });

  it.each([
    { status: 400, body: '{"message":"quota"}', shown: 'quota', item: 'VED-31' },
    { status: 502, body: 'Bad gateway', shown: 'Bad gateway', item: 'VED-32' },
  ])(
    '$item, VED-33, ERR-01, SP-51: a failed voice save says "$shown" until it is closed, and the saved voice comes back',
    async ({ status, body, shown }) => {
      const agent = await make({ voiceId: '11labs-Adrian' });
      const page = await open(agent);
      browser.allow(page, answered(status));
      await page.route(`**${agentsPrefix}/${agent.id}`, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status, body }) : route.continue(),
      );
      await page.getByRole('button', { name: /^Voice: / }).click();
      await page.getByRole('tab', { name: /OpenAI/ }).click();
      await page.getByRole('button', { name: 'Choose Alloy' }).click();
      const toast = toasts(page).filter({ hasText: shown });
      await toast.waitFor();
      expect(await page.locator('[data-voice-name]').textContent()).toBe('Adrian');
      expect(
        await toast.locator('[data-variant="error"], :scope[data-variant="error"]').count(),
      ).toBeGreaterThan(0);
      await toast.getByRole('button', { name: 'Close' }).click();
      await toast.waitFor({ state: 'detached' });
    },
  );

  it('VED-11, SPEECH-16, SPEECH-17, SP-57: the voice settings save speed and volume and read the agent again', async () => {
    const agent = await make({ voiceSpeed: 1.3 });
    const page = await open(agent);
    const puts = watchPuts(page, `${agentsPrefix}/${agent.id}`);
    await page.getByRole('button', { name: 'Voice settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Voice settings' });
    const speed = dialog.getByRole('slider', { name: 'Voice speed' });
    const volume = dialog.getByRole('slider', { name: 'Volume' });
    const bounds = (slider: typeof speed) =>
      Promise.all(['min', 'max', 'step'].map((name) => slider.getAttribute(name)));
    expect(await bounds(speed)).toEqual(['0.5', '2', '0.01']);
    expect(await bounds(volume)).toEqual(['0', '2', '0.01']);
    expect(await speed.inputValue()).toBe('1.3');
    await volume.fill('1.5');
    const again = page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().endsWith(`${agentsPrefix}/${agent.id}`),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toasts(page).filter({ hasText: 'Speech settings updated successfully' }).waitFor();
    await again;
    expect(puts).toEqual([{ volume: 1.5 }]);
    expect(await readAgent(agent)).toMatchObject({ voiceSpeed: 1.3, volume: 1.5 });
  });
});

describe('the prompt', () => {
  it('VED-13, VED-14, SP-46: is a large box that asks for role, style and objective, and saves itself', async () => {
    const agent = await make();
    const page = await open(agent);
    const box = prompt(page);
    const placeholder = (await box.getAttribute('placeholder')) ?? '';
    for (const word of ['role', 'conversational style', 'objective'])
      expect(placeholder.toLowerCase()).toContain(word);
    expect(await box.getAttribute('aria-multiline')).toBe('true');
    const pane = await page.getByRole('region', { name: 'Prompt and voice' }).boundingBox();
    const size = await page.locator('.cm-editor').boundingBox();
    expect(
      ((size?.width ?? 0) * (size?.height ?? 0)) / ((pane?.width ?? 1) * (pane?.height ?? 1)),
    ).toBeGreaterThan(0.5);
    await box.fill('You are Adrian.');
    await mark(page, 'Saving…').waitFor();
    await mark(page, 'Saved').waitFor();
    expect((await readLlm(agent)).generalPrompt).toBe('You are Adrian.');
    await page.reload();
    await prompt(page).getByText('You are Adrian.').waitFor();
  });

  it('folds a section, offers variables, and shows what would sound wrong', async () => {
    const agent = await make();
    await writeLlm(agent, {
      generalPrompt: '## Role\nYou are Adrian.\nBe warm.\n## Objective\nGive desk.example/visit.\n',
      defaultDynamicVariables: { caller_name: 'Dana' },
    });
    const page = await open(agent);
    await page.getByTitle('Collapse section', { exact: true }).first().click();
    await page.getByRole('button', { name: '2 lines' }).click();
    await prompt(page).getByText('Be warm.').waitFor();
    await page.getByRole('button', { name: 'Line 5: a URL will be read aloud' }).click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('desk.example/visit');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Greet {{cal');
    // The list ignores Enter for its first 75 ms, since it may be meant for the line: a quick machine is in them.
    await page.getByRole('option', { name: /caller_name/ }).click();
    await expect.poll(async () => (await readLlm(agent)).generalPrompt).toMatch(/Greet \{\{caller_name\}\}$/);
    await page.getByRole('button', { name: 'Preview filled prompt' }).click();
    await page
      .getByRole('region', { name: 'Prompt with variables filled in' })
      .getByText('Greet Dana')
      .waitFor();
  });

  it('VED-15 to VED-19, SP-47: the welcome message has three options, the second at first, and a field for the third', async () => {
    const agent = await make();
    const page = await open(agent);
    const select = page.getByRole('combobox', { name: 'Welcome Message' });
    await select.waitFor();
    expect(await select.locator('option').allTextContents()).toEqual([
      'User Initiates: AI remains silent until users speak first',
      'AI Initiates: AI begins with a dynamic begin message',
      'AI Initiates: AI begins with your defined begin message',
    ]);
    expect(await select.inputValue()).toBe('dynamic');
    const field = page.getByRole('textbox', { name: 'Begin message' });
    expect(await field.count()).toBe(0);
    await select.selectOption('defined');
    await field.fill('Hi, this is Adrian.');
    await expect
      .poll(() => readLlm(agent))
      .toMatchObject({ beginMode: 'defined', beginMessage: 'Hi, this is Adrian.' });
  });

  it('says when it is not saved, keeps the words over a reload, and sends them when the server is back', async () => {
    const agent = await make();
    await writeLlm(agent, { generalPrompt: 'Old.' });
    const page = await open(agent);
    browser.allow(page, answered(400));
    const path = `**${llmPath(agent)}`;
    await page.route(path, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { code: 'X', message: 'No room' } })
        : route.continue(),
    );
    await prompt(page).fill('Unsent words.');
    await mark(page, 'Not saved').waitFor();
    await page.getByText('Kept on this device').waitFor();
    expect((await readLlm(agent)).generalPrompt).toBe('Old.');
    await page.unroute(path);
    await page.reload();
    await prompt(page).getByText('Unsent words.').waitFor();
    await page.getByText('Unsaved changes from').waitFor();
    await expect.poll(async () => (await readLlm(agent)).generalPrompt).toBe('Unsent words.');
  });

  it('keeps both versions when somebody else changed the prompt, until one is chosen', async () => {
    const agent = await make();
    await writeLlm(agent, { generalPrompt: 'You are Adrian.' });
    const page = await open(agent);
    browser.allow(page, answered(409));
    await writeLlm(agent, { generalPrompt: 'You are Bob.' });
    await prompt(page).fill('You are Ada.');
    await page.getByText('Someone else changed the prompt').waitFor();
    expect((await readLlm(agent)).generalPrompt).toBe('You are Bob.');
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Two versions of the same agent' });
    expect(await dialog.locator('del').textContent()).toContain('Bob');
    expect(await dialog.locator('ins').textContent()).toContain('Ada');
    await dialog.getByRole('button', { name: 'Save choices' }).click();
    await dialog.waitFor({ state: 'detached' });
    await mark(page, 'Saved').waitFor();
    expect((await readLlm(agent)).generalPrompt).toBe('You are Ada.');
  });
});

describe('what answers, and versions', () => {
  it('a flow can answer in the prompt’s place; the prompt and the welcome message stay', async () => {
    const agent = await make();
    await writeLlm(agent, { generalPrompt: 'You are Adrian.' });
    const flow = await client.call<{ id: string; name: string }>('POST', 'flows/starters/support-bot', {});
    const page = await open(agent);
    await page.getByRole('button', { name: 'Answered by: This prompt' }).click();
    await page.getByRole('menuitemradio', { name: 'A flow or pipeline…' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose what answers' });
    await picker.getByLabel('Search by name').fill(flow.name);
    await picker.getByRole('button', { name: flow.name }).first().click();
    expect(await page.getByRole('link', { name: 'Open on canvas' }).getAttribute('href')).toBe(
      `/canvas/${flow.id}`,
    );
    await page.getByRole('combobox', { name: 'Welcome Message' }).waitFor();
    const settings = () =>
      client.call<{ data: { brain: unknown } }>('GET', `${agentsPrefix}/${agent.id}/settings`);
    await expect
      .poll(async () => (await settings()).data.brain)
      .toEqual({ type: 'flow', flowId: flow.id, versionId: null });
    await page.getByRole('button', { name: 'Answered by: Flow or pipeline' }).click();
    await page.getByRole('menuitemradio', { name: 'Custom LLM' }).click();
    const address = page.getByLabel('WebSocket URL');
    await address.fill('https://example.com');
    await address.press('Enter');
    await page.getByText('Enter a WebSocket URL').waitFor();
    await address.fill('wss://example.com/llm');
    await address.press('Enter');
    await expect
      .poll(async () => (await settings()).data.brain)
      .toEqual({ type: 'custom-llm', url: 'wss://example.com/llm' });
    await page.getByRole('button', { name: 'Answered by: Custom LLM' }).click();
    await page.getByRole('menuitemradio', { name: 'This prompt' }).click();
    await prompt(page).getByText('You are Adrian.').waitFor();
  });

  it('publishes with a note, shows the difference to what is live, and goes back to it', async () => {
    const agent = await make();
    await writeLlm(agent, { generalPrompt: 'You are warm.' });
    const page = await open(agent);
    const chip = page.getByTitle('Versions and publishing');
    expect(await chip.textContent()).toBe('Draft');
    await chip.click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog.getByLabel('Note for the new version').fill('First words');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('First words').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => chip.textContent()).toBe('v1 live');
    await prompt(page).fill('You are brief.');
    await expect.poll(() => chip.textContent()).toBe('v1 live, edited');
    await mark(page, 'Saved').waitFor();
    await chip.click();
    await expect.poll(() => dialog.locator('del').allTextContents()).toEqual(['warm']);
    expect(await dialog.locator('ins').allTextContents()).toEqual(['brief']);
    await dialog.getByRole('button', { name: /Version 1/ }).click();
    await dialog.getByRole('button', { name: 'Restore as draft' }).click();
    await page
      .getByRole('dialog', { name: /Restore version 1/ })
      .getByRole('button', { name: 'Restore as draft' })
      .click();
    await dialog.waitFor({ state: 'detached' });
    await prompt(page).getByText('You are warm.').waitFor();
  });

  it('duplicates, exports as a file, and deletes after a question', async () => {
    const agent = await make({ agentName: 'Original' });
    const page = await open(agent);
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const [file] = await Promise.all([page.waitForEvent('download'), act('Export for Retell')]);
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    await act('Duplicate');
    await page.waitForURL((url) => url.pathname.startsWith('/agent/') && !url.pathname.endsWith(agent.id));
    await page.getByRole('heading', { level: 1, name: /Original/ }).waitFor();
    await act('Delete');
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.waitForURL(/\/agent$/);
  });
});

it('FUNC-01: the longest name, prompt and list of functions stay within the window', async () => {
  const agent = await make({ agentName: 'Desk '.repeat(40).trim() });
  const ending = (place: number) => ({
    id: `f${place}`,
    type: 'end_call' as const,
    name: `function_${place}_`.padEnd(64, 'x'),
    description: 'After the caller has said goodbye. '.repeat(57),
  });
  await writeLlm(agent, {
    generalPrompt: `## Role\n${'Be brief. '.repeat(19_990)}`,
    functions: Array.from({ length: 50 }, (_, place) => ending(place)),
  });
  for (const width of [1440, 1024, 400]) {
    const page = await open(agent, (fresh) => fresh.setViewportSize({ width, height: 900 }));
    const parts = page.getByRole('group', { name: 'Editor sections' });
    if (width < 1440) await parts.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /^Functions/ }).click();
    await page.getByRole('button', { name: /^Delete function_49_/ }).scrollIntoViewIfNeeded();
    const add = page.getByRole('button', { name: 'Add', exact: true });
    expect([await add.isDisabled(), await add.getAttribute('title')]).toEqual([
      true,
      'An agent can have up to 50 functions.',
    ]);
    const right = (part: Locator) =>
      part.boundingBox().then((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0)));
    for (const part of [page.getByRole('button', { name: 'Deployment' }), add])
      expect(await right(part), `at ${width}`).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

it('has no accessibility finding in either theme, and works in a narrow window', async () => {
  const agent = await make();
  await writeLlm(agent, { generalPrompt: '## Role\nYou are {{name}}. See a.example/b' });
  const page = await open(agent);
  // The sections and the voice come one after the other and fade in: none of it may begin while contrasts are measured.
  await page.getByRole('button', { name: /^Voice: / }).waitFor();
  await page.waitForLoadState('networkidle');
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await untilStill(page);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target))]),
      theme,
    ).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  // The menu makes room with the next render, not with the window.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: /^Call Settings/ }).waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Test your agent' }).waitFor();
});

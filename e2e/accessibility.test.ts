import { AxeBuilder } from '@axe-core/playwright';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { hubPrefix } from '@tendril/contract/api/hub';
import { phoneNumbersPath } from '@tendril/contract/api/phone-numbers';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
/** Without an owner, with an owner but no flow, and with something in every list. */
let fresh: LocalServer;
let empty: LocalServer;
let server: LocalServer;
let flow: FlowDetail;
let agent: VoiceAgent;

beforeAll(async () => {
  [fresh, empty, server] = await Promise.all([startServer(), startServer(), startServer()]);
  await new ApiClient(empty.url).registerOwner();
  const client = await new ApiClient(server.url).registerOwner();
  flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  await client.call('POST', 'apikey', { keyName: 'Website' });
  agent = await makeAgent(client);
});

/** With a value outside its slider, an incomplete function, an unfinished field, and numbers of which one is ill. */
async function makeAgent(client: ApiClient): Promise<VoiceAgent> {
  const fields = { agentName: 'Front desk', voiceSpeed: 1.3, enableVoicemailDetection: true };
  const { data } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, fields);
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, {
    generalPrompt: '## Role\nGreet {{caller_name}}. See desk.example/visit and call end_call.',
    functions: [
      { id: 'end', type: 'end_call', name: 'end_call', description: '' },
      { id: 'digit', type: 'press_digit', name: '', description: '', delayMs: 1000 },
    ],
    defaultDynamicVariables: { caller_name: 'Dana' },
  });
  const postCallField = { id: 'f1', type: 'enum', name: '', description: '', choices: [], examples: [] };
  await client.call('PUT', `${agentsPrefix}/${data.id}/settings`, {
    fallbackVoiceIds: ['11labs-Brian', 'openai-Alloy'],
    postCallFields: [{ ...postCallField, isRequired: true }],
    webhookUrl: 'https://hooks.example/calls',
  });
  await client.call('POST', `${agentsPrefix}/${data.id}/versions`, { note: 'First words' });
  await client.call('PUT', `${agentsPrefix}/${data.id}`, { responsiveness: 0.7 });
  await client.call('POST', phoneNumbersPath, {
    phoneNumber: '+15550100',
    provider: 'sip',
    inboundAgents: [{ agentId: data.id, versionId: null, weight: 1 }],
  });
  return data;
}

afterAll(async () => {
  await Promise.all([fresh?.remove(), empty?.remove(), server?.remove()]);
});

interface Place {
  name: string;
  /** Goes there and waits until everything is drawn. */
  reach(page: Page): Promise<void>;
  isSignedOut?: boolean;
  /** Which server; the full one when absent. */
  at?: () => LocalServer;
}

const places: readonly Place[] = [
  {
    name: 'the owner form',
    isSignedOut: true,
    at: () => fresh,
    async reach(page) {
      await page.goto('/');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Enter your name.').waitFor();
    },
  },
  {
    name: 'the sign-in form',
    isSignedOut: true,
    async reach(page) {
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    },
  },
  {
    name: 'the empty lists',
    at: () => empty,
    async reach(page) {
      await page.goto('/chatflows');
      await page.getByRole('button', { name: 'Open support bot' }).waitFor();
      await expectNoFindings(page);
      await page.goto('/apikey');
      await page.getByText('No API keys yet').waitFor();
      await expectNoFindings(page);
      await page.goto('/agentflows');
      await page.getByText('No pipelines yet').waitFor();
    },
  },
  {
    name: 'the list as cards and table',
    async reach(page) {
      await page.goto('/chatflows');
      await page.getByRole('article').first().waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByLabel('Select all').check();
    },
  },
  {
    name: 'the horizontal layout',
    async reach(page) {
      await page.goto('/chatflows');
      await page.evaluate(() => localStorage.setItem('isHorizontal', 'true'));
      await page.reload();
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'the API keys and a dialog',
    async reach(page) {
      await page.goto('/apikey');
      await page.getByRole('cell', { name: 'Website', exact: true }).waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the knowledge base',
    async reach(page) {
      await page.goto('/document-stores');
      await page.getByRole('button', { name: 'Try sample' }).waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Try sample' }).click();
      await page.getByRole('row').filter({ hasText: 'Sample handbook' }).getByText('Upserted').waitFor();
      await expectNoFindings(page);
      const storeId = new URL(page.url()).pathname.split('/').at(-1);
      await page.goto('/document-stores');
      await page.getByRole('article').waitFor();
      await expectNoFindings(page);
      await page.goto(`/document-stores/${storeId}/plainText`);
      await page.locator('[data-param-field=text] textarea').fill('One.\n\nTwo.');
      await page.getByText('1 chunk', { exact: true }).waitFor();
      await expectNoFindings(page);
      await page.goto(`/document-stores/vector/${storeId}`);
      await page.getByText('Upsert finished').waitFor();
      await expectNoFindings(page);
      await page.goto(`/document-stores/query/${storeId}`);
      await page.getByRole('textbox', { name: 'Question' }).fill('What does a service cost?');
      await page.keyboard.press('Enter');
      await page.getByText('Why not found?').click();
      await expectNoFindings(page);
      await page.goto(`/document-stores/chunks/${storeId}/all`);
      await page.getByRole('button', { name: 'Open chunk 1' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the chat page and a trace',
    async reach(page) {
      await page.goto('/chatbot/none');
      await page.getByRole('heading', { name: 'Invalid Chatbot' }).waitFor();
      await expectNoFindings(page);
      await page.goto(`/chatbot/${flow.id}`);
      await page.getByRole('textbox', { name: 'Write a message' }).fill('How much does shipping cost?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Open trace' }).last().waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Open trace' }).last().click();
      await page.getByRole('button', { name: 'Close trace' }).waitFor();
    },
  },
  {
    name: 'the voice agents with a detail and the dialog of a new one',
    async reach(page) {
      await page.goto(`/agent?id=${agent.id}`);
      await page.getByRole('complementary').getByRole('slider').first().waitFor();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'New agent' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create agent' }).click();
      await page.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'the editor of a voice agent with every section open',
    async reach(page) {
      await openAgent(page);
      await expectNoFindings(page);
      const heads = page.getByRole('region', { name: 'Agent settings' }).locator('h3 button');
      for (const head of await heads.all()) await head.click();
      await page.getByText('Nothing has been sent yet').waitFor();
      await page.getByRole('button', { name: 'Edit Unnamed' }).click();
      await expectNoFindings(page);
      await page.getByRole('tab', { name: 'Simulation' }).click();
      await page.getByRole('tabpanel', { name: 'Simulation' }).waitFor();
    },
  },
  {
    name: 'the dialogs of a voice agent',
    async reach(page) {
      await openAgent(page);
      for (const [button, dialog] of editorDialogs) {
        await page.getByRole('button', { name: button }).first().click();
        await page.getByRole('dialog', { name: dialog }).waitFor();
        if (dialog === 'Select Voice') await page.getByRole('button', { name: 'Choose Adrian' }).waitFor();
        if (dialog === 'Versions') await page.getByRole('cell', { name: '0.7' }).waitFor();
        await expectNoFindings(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    },
  },
  {
    name: 'the forms of functions and variables',
    async reach(page) {
      await openAgent(page);
      await page.getByRole('button', { name: /^Functions/ }).click();
      for (const type of ['Call Transfer', 'Custom Function']) {
        await page.getByRole('button', { name: 'Add', exact: true }).first().click();
        await page.getByRole('menuitem', { name: type }).click();
        const dialog = page.getByRole('dialog', { name: type });
        await dialog.getByLabel('Name', { exact: true }).fill('not allowed!');
        if (type === 'Custom Function') {
          await dialog.getByText('More about the request').click();
          await dialog.locator('.cm-line').first().waitFor();
        }
        await expectNoFindings(page);
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: /^Security/ }).click();
      await page.getByRole('button', { name: 'Set Up' }).click();
      await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('no name');
    },
  },
  {
    name: 'the phone numbers',
    async reach(page) {
      await page.goto('/phone-numbers');
      await page.getByText('No trunk URI is set').waitFor();
      await page.getByRole('button', { name: /^Opening hours/ }).click();
      await page.getByRole('button', { name: 'Set opening hours' }).click();
      await page.getByLabel('Fallback number').fill('+1');
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Add number' }).click();
      await expectNoFindings(page);
      await page.getByRole('menuitem', { name: /Import from Telnyx/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'no voice agent and no phone number',
    at: () => empty,
    async reach(page) {
      await page.goto('/agent');
      await page.getByText('No voice agents yet').waitFor();
      await expectNoFindings(page);
      await page.goto('/phone-numbers');
      await page.getByText('You don’t need a number to test').waitFor();
      await expectNoFindings(page);
      await page.goto('/agent/nobody');
      await page.getByRole('heading', { name: 'Agent not found' }).waitFor();
    },
  },
  {
    name: 'the canvas with a node chosen',
    async reach(page) {
      await page.goto(`/canvas/${flow.id}`);
      await page.locator('.react-flow__node').first().waitFor();
      await expectNoFindings(page);
      await page.locator('.react-flow__node').filter({ hasText: 'Plain Text' }).first().click();
      await page.getByRole('tab', { name: 'Inspector' }).waitFor();
    },
  },
];

const editorDialogs = [
  ['LLM settings', 'LLM settings'],
  [/^Voice: /, 'Select Voice'],
  ['Voice settings', 'Voice settings'],
  [/live, edited$/, 'Versions'],
  ['Deployment', 'Deploy Front desk'],
] as const;

async function openAgent(page: Page): Promise<void> {
  await page.goto(`/agent/${agent.id}`);
  await page.getByRole('textbox', { name: 'Universal Prompt' }).waitFor();
  await page.getByRole('button', { name: 'Line 2: a URL will be read aloud' }).waitFor();
}

/** Puts the page's colours into a theme and waits until nothing fades any more. */
async function colour(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await untilStill(page);
}

/** What hinders people seriously, by the rules of WCAG 2.2 A and AA. */
async function findings(axe: AxeBuilder): Promise<{ id: string; at: string[] }[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
    }));
}

/** Nothing serious in either theme; all that the themes change is colours. */
async function expectNoFindings(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  await colour(page, 'light');
  expect(await findings(new AxeBuilder({ page }).withTags(tags)), page.url()).toEqual([]);
  await colour(page, 'dark');
  const dark = await findings(new AxeBuilder({ page }).withRules(['color-contrast']));
  expect(dark, `${page.url()} in the dark`).toEqual([]);
}

it.each(places)('G6: $name: no serious finding in either theme', async ({ reach, isSignedOut, at }) => {
  const page = await browser.visit((at?.() ?? server).url, isSignedOut ? {} : { session: 'shared' });
  browser.allow(page, answered(404));
  await reach(page);
  await expectNoFindings(page);
});

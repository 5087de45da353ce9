import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type McpService, startMcpService } from './mcp-service.ts';

const browser = testBrowser();
let tendril: LocalServer;
let client: ApiClient;
let service: McpService;

beforeAll(async () => {
  service = await startMcpService();
  tendril = await startServer({ environment: { EGRESS_ALLOW: service.host } });
  client = await new ApiClient(tendril.url).registerOwner();
});
beforeEach(async () => {
  for (const { id } of await client.call<{ id: string }[]>('GET', 'tools'))
    await client.call('DELETE', `tools/${id}`);
});
afterAll(async () => {
  service?.close();
  await tendril?.remove();
});

async function open(path = '/tools', options: Parameters<typeof browser.visit>[1] = {}): Promise<Page> {
  const page = await browser.visit(tendril.url, { session: 'shared', ...options });
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Toolkit' }).waitFor();
  return page;
}

const tools = () => client.call<{ name: string; schema: string; func: string }[]>('GET', 'tools');
const dialog = (page: Page) => page.getByRole('dialog').last();
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

async function newTool(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: 'New tool' }).click();
  await page.getByRole('menuitem', { name: way, exact: true }).click();
}

it('PRODUCT-05, ROUTES-10, ROUTES-34: a tool is written, tried with a form of its inputs, and stored; unsaved changes are asked about', async () => {
  await client.call('POST', 'variables', { name: 'tax', value: '25' });
  const page = await open();
  await page.getByText('Give agents something to do').waitFor();
  await newTool(page, 'Blank');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await dialog(page).getByText('Enter a name.').waitFor();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Add Tax');
  await dialog(page).getByLabel('When should the model use it?').fill('For every price.');
  // Words become snake case once the field is left.
  expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('add_tax');
  await dialog(page).getByRole('button', { name: 'Paste JSON' }).click();
  await page
    .getByLabel('JSON', { exact: true })
    .fill('{"type":"object","properties":{"price":{"type":"number"}},"required":["price"]}');
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await page.getByRole('dialog', { name: 'Paste JSON' }).waitFor({ state: 'detached' });
  const editor = dialog(page).getByLabel('Code', { exact: true });
  await editor.click();
  await page.keyboard.type('console.log("at work");\nreturn $price * (100 + Number($vars.ta');
  await page.getByRole('option', { name: '$vars.tax' }).click();
  await page.keyboard.type(')) / 100;');
  await dialog(page).getByRole('region', { name: 'Test run' }).getByLabel('price').fill('80');
  await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();
  const outcome = dialog(page).getByRole('status');
  await outcome.getByText('Done in').waitFor();
  expect(await outcome.locator('pre').allTextContents()).toEqual(['100', 'log: at work']);
  await page.keyboard.press('Escape');
  await page.getByText('You have unsaved changes! Do you want to navigate away?').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Tool added').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tools');
  await card(page, 'add_tax').waitFor();
  expect(await tools()).toMatchObject([{ name: 'add_tax', func: expect.stringContaining('$vars.tax') }]);
  const [stored] = await tools();
  expect(JSON.parse(stored?.schema ?? '')).toMatchObject([
    { property: 'price', type: 'number', required: true },
  ]);
});

it('an example runs at once, and a failed try shows the error with its log', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add price_with_tax' }).click();
  await page.getByRole('button', { name: 'price_with_tax', exact: true }).click();
  const trial = dialog(page).getByRole('region', { name: 'Test run' });
  await trial.getByLabel('price').fill('two');
  await trial.getByRole('button', { name: 'Run', exact: true }).click();
  await trial.getByText('price must be a number.').waitFor();
  await trial.getByLabel('price').fill('10');
  await trial.getByLabel('quantity').fill('3');
  await trial.getByRole('button', { name: 'Run', exact: true }).click();
  await trial.getByText('"total": 30').waitFor();
});

it('an OpenAPI address gives operations to choose from, and says which variable they need', async () => {
  const page = await open();
  browser.allow(page, answered(422));
  await newTool(page, 'From OpenAPI');
  await dialog(page).getByLabel('URL of the OpenAPI document').fill('http://169.254.169.254/openapi.json');
  await dialog(page).getByRole('button', { name: 'Load' }).click();
  await dialog(page).getByText('is blocked by the network policy').waitFor();
  await dialog(page).getByLabel('URL of the OpenAPI document').fill(`${service.origin}/openapi.json`);
  await dialog(page).getByRole('button', { name: 'Load' }).click();
  await dialog(page).getByText('ferry_token').waitFor();
  expect(await dialog(page).getByLabel('Server').inputValue()).toBe(service.origin);
  await dialog(page)
    .getByRole('checkbox', { name: /list_trips/ })
    .check();
  await dialog(page)
    .getByRole('checkbox', { name: /book_trip/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Add 2 tools' }).click();
  await page.getByText('2 tools were added').waitFor();
  await page.getByRole('button', { name: 'book_trip', exact: true }).click();
  const trial = dialog(page).getByRole('region', { name: 'Test run' });
  await trial.getByLabel('trip').fill('T1');
  await trial.getByLabel('seats').fill('2');
  await trial.getByRole('button', { name: 'Run', exact: true }).click();
  await trial.getByText('{\\"trip\\":\\"T1\\",\\"seats\\":2}').waitFor();
});

it('a curl command opens the editor with what it found, and keeps no token', async () => {
  const page = await open();
  browser.allow(page, answered(400));
  await newTool(page, 'From cURL');
  await dialog(page).getByLabel('cURL command').fill('wget http://x.test');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByText('command: must begin with curl').waitFor();
  const command = `curl -X POST '${service.origin}/find?q=tea' -H 'Authorization: Bearer sk-canary-1' -d '{"size":2}'`;
  await dialog(page).getByLabel('cURL command').fill(command);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByText('missing').waitFor();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('post_find');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await card(page, 'post_find').waitFor();
  expect(JSON.stringify(await tools())).not.toContain('sk-canary-1');
});

it('ROUTES-34, SP-02: tool files are imported several at once, bad ones named; tools are exported, kept as templates and deleted', async () => {
  const page = await open();
  const file = (name: string, content: unknown) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  });
  const tool = {
    name: 'Tell Time',
    description: 'Tells the time',
    color: 'linear-gradient(rgb(1,2,3), rgb(4,5,6))',
    iconSrc: '',
    schema: '[]',
    func: 'return 1',
  };
  await page
    .getByLabel('Import', { exact: true })
    .setInputFiles([file('good.json', tool), file('bad.json', { name: 'x' }), file('broken.json', '{')]);
  await page.getByText('“bad.json” is not a tool: description').waitFor();
  await page.getByText('“broken.json” is not a tool').waitFor();
  await card(page, 'Tell_Time').waitFor();
  await page.getByRole('button', { name: 'More actions for Tell_Time' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('Tell_Time-CustomTool.json');
  await page.getByRole('button', { name: 'More actions for Tell_Time' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await dialog(page).getByRole('button', { name: 'Save template' }).click();
  await page.getByText('Template Tell_Time saved').waitFor();
  const templates = await client.call<object[]>('GET', 'templates');
  expect(templates).toMatchObject([{ name: 'Tell_Time', type: 'TOOL' }]);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByLabel('Select Tell_Time').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('Delete tool Tell_Time?').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Give agents something to do').waitFor();
});

it('an MCP server is connected, its tools are switched on one by one, and an agent calls one', async () => {
  const page = await open('/tools?tab=mcp');
  await page.getByRole('button', { name: 'Add server' }).first().click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Harbour');
  await dialog(page).getByLabel('URL').fill('not an address');
  await dialog(page).getByRole('button', { name: 'Connect' }).click();
  await dialog(page).getByText('Enter an http or https URL.').waitFor();
  await dialog(page).getByLabel('URL').fill(`${service.origin}/mcp`);
  await dialog(page).getByRole('button', { name: 'Connect' }).click();
  const server = page.getByRole('article', { name: 'Harbour' });
  await server.getByText('0 of 2 tools on').waitFor();
  await server.getByRole('switch', { name: 'Enable tide' }).click();
  await server.getByText('1 of 2 tools on').waitFor();
  await page.reload();
  await server.getByText('1 of 2 tools on').waitFor();
  const [stored] = await client.call<{ tools: { name: string; isOn: boolean }[] }[]>('GET', 'mcp-servers');
  expect(stored?.tools.filter(({ isOn }) => isOn).map(({ name }) => name)).toEqual(['tide']);
  await page.getByRole('button', { name: 'More actions for Harbour' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog(page).getByLabel('URL').fill('http://10.1.2.3/mcp');
  await dialog(page).getByRole('button', { name: 'Save and connect' }).click();
  await server.getByText('is blocked by the network policy').waitFor();
  await server.getByText('Failed').waitFor();
});

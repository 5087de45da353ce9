import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
/** Needs a secret, a tool and a variable, and has a node that nobody knows. */
let needy: FlowData;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  const draw = new FlowBuilder(await readTemplates(client));
  const model = draw.add('chatOpenAI', { x: 0, y: 0 }, { modelName: 'gpt-4o-mini' });
  const tool = draw.add('customTool', { x: 0, y: 500 }, { selectedTool: randomUUID() });
  const memory = draw.add('bufferMemory', { x: 0, y: 800 });
  const agent = draw.add('toolAgent', { x: 500, y: 200 }, { systemMessage: 'You serve {{$vars.town}}.' });
  draw.connect(model, agent, 'model').connect(tool, agent, 'tools').connect(memory, agent, 'memory');
  needy = draw.build();
  const [first] = needy.nodes;
  if (!first) throw new Error('No node');
  const strange = { id: 'strange_0', name: 'strangeNode', label: 'Strange Node', inputs: {} };
  needy.nodes.push({ ...first, id: 'strange_0', position: { x: 900, y: 0 }, data: strange });
});
afterAll(() => server?.remove());

beforeEach(async () => {
  for (const type of ['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW']) {
    const { data } = await client.call<{ data: { id: string }[] }>('GET', `flows?type=${type}&limit=100`);
    for (const { id } of data) await client.call('DELETE', `flows/${id}`);
  }
});

const agentFlow = () => ({
  nodes: [
    {
      id: 'startAgentflow_0',
      type: 'agentFlow',
      position: { x: 0, y: 0 },
      width: 103,
      height: 66,
      data: {
        id: 'startAgentflow_0',
        name: 'startAgentflow',
        label: 'Start',
        version: 1.1,
        inputs: { startInputType: 'chatInput' },
      },
    },
  ],
  edges: [],
});

async function openList(options: { width?: number; theme?: 'light' | 'dark' } = {}): Promise<Page> {
  const { width = 1280, theme = 'light' } = options;
  const page = await browser.visit(server.url, {
    session: 'shared',
    viewport: { width, height: 900 },
    colorScheme: theme,
  });
  await page.goto('/chatflows');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const dropped = (page: Page, files: { name: string; text: string }[]) =>
  page.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of given)
      dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
const asFile = (name: string, value: unknown) => ({ name, text: JSON.stringify(value) });
const dialog = (page: Page, name = 'Import') => page.getByRole('dialog', { name, exact: true });
const rowOf = (page: Page, label: string) =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) });

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
}

describe('importing', () => {
  it('many files that are dropped on the list are told of node by node, and land each in its own kind', async () => {
    const page = await openList();
    await dropped(page, [
      asFile('Helper Chatflow.json', needy),
      asFile('Steps.json', agentFlow()),
      asFile('add.json', { name: 'add numbers', description: 'Adds.', func: 'return 1;', schema: '[]' }),
      { name: 'broken.json', text: '{' },
    ]);
    await dialog(page).getByText('4 files').waitFor();
    await dialog(page).getByText('broken.json cannot be read.').waitFor();
    await dialog(page).getByText('Nothing changes until you select Import.').waitFor();
    await rowOf(page, 'Strange Node').getByText('Cannot run', { exact: true }).waitFor();
    await rowOf(page, 'ChatOpenAI').getByText('needs a secret').waitFor();
    await rowOf(page, 'Custom Tool').getByText('The custom tool that it uses is not here.').waitFor();
    await isAccessible(page);
    const filters = dialog(page).getByRole('group', { name: 'Show nodes' });
    await filters.getByRole('button', { name: /^Cannot run/ }).click();
    expect(await rowOf(page, 'ChatOpenAI').count()).toBe(0);
    await filters.getByRole('button', { name: /^All/ }).click();
    expect((await client.call<{ data: object[] }>('GET', 'flows')).data, 'nothing is written yet').toEqual(
      [],
    );

    await dialog(page).getByRole('button', { name: 'Import 3 items' }).click();
    await dialog(page, 'Imported').getByRole('link', { name: 'Helper' }).waitFor();
    await isAccessible(page);
    const kinds = async (type: string) =>
      (await client.call<{ data: { name: string }[] }>('GET', `flows?type=${type}`)).data.map(
        ({ name }) => name,
      );
    expect([await kinds('CHATFLOW'), await kinds('AGENTFLOW')]).toEqual([['Helper'], ['Steps']]);
    await dialog(page, 'Imported').getByRole('link', { name: 'Helper' }).click();
    await page.waitForURL(/\/canvas\/[\w-]+$/);
  });

  it('who imports a tool is not told of reports that only flows keep', async () => {
    const page = await openList();
    await dropped(page, [
      asFile('double.json', { name: 'double', description: 'Doubles.', func: 'return 2;', schema: '[]' }),
    ]);
    await dialog(page).getByRole('button', { name: 'Import 1 item' }).click();
    const done = dialog(page, 'Imported');
    await done.getByText('Select a name to open its list.').waitFor();
    await done.getByRole('link', { name: 'double' }).click();
    await page.waitForURL('**/tools');
  });

  it('the report stays with the flow, and its buttons settle what it names', async () => {
    const page = await openList();
    await dropped(page, [asFile('Helper.json', needy)]);
    await rowOf(page, 'Strange Node').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/canvas\/[\w-]+$/);
    const openReport = async () => {
      await page.getByRole('button', { name: 'Flow settings' }).click();
      await page.getByRole('menuitem', { name: 'Import report' }).click();
      await dialog(page, 'Import report')
        .getByText(/Imported from Helper\.json/)
        .waitFor();
    };
    await openReport();
    await isAccessible(page);
    await rowOf(page, 'ChatOpenAI').getByRole('button', { name: 'Add secret' }).click();
    const secret = page.getByRole('dialog').last();
    await secret.getByLabel(/name/i).first().fill('Mine');
    await secret
      .getByLabel(/api key/i)
      .first()
      .fill('sk-of-a-test');
    await secret.getByRole('button', { name: /^(Add|Save)/ }).click();
    await page.getByText('Saved', { exact: false }).first().waitFor();
    await expect
      .poll(async () => {
        const id = new URL(page.url()).pathname.split('/').at(-1);
        const { findings } = await client.call<{ findings: { label: string; isOpen: boolean }[] }>(
          'GET',
          `flows/${id}/import-report`,
        );
        return findings.find(({ label }) => label === 'ChatOpenAI')?.isOpen;
      })
      .toBe(false);
    await openReport();
    await rowOf(page, 'ChatOpenAI').getByText('Done', { exact: true }).waitFor();
    await rowOf(page, 'Strange Node').getByRole('button', { name: 'Show node' }).click();
    await page.getByRole('tabpanel', { name: 'Inspector' }).waitFor();
  });

  it('the same file again is kept beside the first, or is left out', async () => {
    await client.call('POST', 'flows', { name: 'Helper', type: 'CHATFLOW' });
    const page = await openList();
    await dropped(page, [asFile('Helper.json', needy)]);
    await dialog(page).getByText('1 item already exists here.').waitFor();
    await dialog(page).getByRole('button', { name: 'Skip' }).click();
    await dialog(page).getByRole('button', { name: 'Import 0 items' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Keep both' }).click();
    await dialog(page).getByRole('button', { name: 'Import 1 item' }).click();
    await page.waitForURL(/\/canvas\/[\w-]+$/);
    const { data } = await client.call<{ data: { name: string }[] }>('GET', 'flows?sort=name');
    expect(data.map(({ name }) => name)).toEqual(['Helper', 'Helper (1)']);
  });

  it('a file that is loaded on the canvas is told of first, and its report kept', async () => {
    const page = await openList();
    await page.goto('/canvas');
    const load = async (name: string, value: unknown) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Flow settings' }).click();
      await page.getByRole('menuitem', { name: 'Load from file…' }).click();
      await (await choosing).setFiles({
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(value)),
      });
    };
    await load('Helper.json', needy);
    const asking = dialog(page, 'Load Helper.json');
    await asking.getByText('Replaces the flow on the canvas.', { exact: false }).waitFor();
    expect(await page.locator('.react-flow__node').count()).toBe(0);
    await asking.getByRole('button', { name: 'Load' }).click();
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(5);
    await page.waitForURL(/\/canvas\/[\w-]+$/);
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Flow settings' }).click();
        const count = await page.getByRole('menuitem', { name: 'Import report' }).count();
        await page.keyboard.press('Escape');
        return count;
      })
      .toBe(1);
    await load('Steps.json', agentFlow());
    await dialog(page, 'Load Steps.json')
      .getByText('It opens as a flow of its own.', { exact: false })
      .waitFor();
    await dialog(page, 'Load Steps.json').getByRole('button', { name: 'Import 1 item' }).click();
    await page.waitForURL(/\/agentcanvas\/[\w-]+$/);
  });

  it('the report can be read on a phone in the dark, and a failure says why', async () => {
    const page = await openList({ width: 400, theme: 'dark' });
    await dropped(page, [asFile('Helper.json', needy)]);
    await rowOf(page, 'ChatOpenAI').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(400);
    await isAccessible(page);
    await page.keyboard.press('Escape');
    browser.allow(page, /500/);
    await page.route(`**${studioPrefix}/import/inspect`, (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
    );
    await dropped(page, [asFile('Helper.json', needy)]);
    await page.getByText('Failed to import: The disk is full.').waitFor();
  });
});

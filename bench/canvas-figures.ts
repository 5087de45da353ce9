import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../e2e/api-client.ts';
import { readTemplates } from '../e2e/chat-flow.ts';
import type { LocalServer } from '../e2e/local-server.ts';
import { dragRate, median, readWatched, watch } from './canvas-drivers.ts';
import { largeFlow } from './large-flow.ts';
import { atLeast, atMost, type Row } from './table.ts';

const count = 300;

interface Opened {
  page: Page;
  server: LocalServer;
  client: ApiClient;
}

async function openFlow({ page, server, client }: Opened, name: string, flowData: FlowData): Promise<number> {
  const flow = await client.call<FlowDetail>('POST', 'flows', { name, type: 'CHATFLOW', flowData });
  const startedAt = performance.now();
  await page.goto(`${server.url}/canvas/${flow.id}`);
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.react-flow__node').length >= wanted,
    Math.min(flowData.nodes.length, count),
  );
  const openMs = performance.now() - startedAt;
  await page.waitForTimeout(500);
  await watch(page);
  return openMs;
}

async function panRate(page: Page): Promise<number> {
  const box = await page.locator('.react-flow__pane').first().boundingBox();
  return box ? dragRate(page, { x: box.x + box.width / 2, y: box.y + 30 }, 250) : Number.NaN;
}

/** The first node that is fully visible. */
async function nodeDragRate(page: Page): Promise<number> {
  const at = await page.evaluate(() => {
    const stage = document.querySelector('.react-flow')?.getBoundingClientRect();
    for (const node of document.querySelectorAll('.react-flow__node')) {
      const box = node.getBoundingClientRect();
      const isInside = stage && box.left > stage.left + 60 && box.right < stage.right - 60;
      if (isInside && box.top > stage.top + 60 && box.bottom < stage.bottom - 120)
        return { x: box.left + box.width / 2, y: box.top + Math.min(12, box.height / 2) };
    }
    return null;
  });
  return at ? dragRate(page, at, 60) : Number.NaN;
}

/** Moves one node by the arrow keys, then undoes it: the median from the key press to the next paint. */
async function undoMs(page: Page): Promise<number> {
  const paints: number[] = [];
  // From here on arrow keys move the focused node.
  await page.keyboard.press('m');
  for (let round = 0; round < 12; round += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(1100);
    await readWatched(page);
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(80);
    paints.push((await readWatched(page)).paints.at(-1) ?? Number.NaN);
  }
  return median(paints);
}

async function selectFirst(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

async function openInspector(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Inspector' }).click();
}

async function keystrokeMs(page: Page): Promise<number> {
  await openInspector(page);
  const field = page.locator('[data-param-field="template"] textarea').first();
  await field.click();
  await readWatched(page);
  await page.keyboard.type('a keystroke has to be painted at once', { delay: 60 });
  await page.waitForTimeout(100);
  return median((await readWatched(page)).paints);
}

/** A megabyte of prompts in thirty nodes. */
function heavyFlow(template: Awaited<ReturnType<typeof readTemplates>>): FlowData {
  const flow = largeFlow(template, 30);
  for (const node of flow.nodes) {
    if (node.data.name === 'promptTemplate')
      node.data.inputs = { ...node.data.inputs, template: `Answer: {question}\n${'word '.repeat(21_000)}` };
  }
  return flow;
}

/** How fast large canvases open, move, respond to a key and undo. */
export async function measureCanvas(opened: Opened): Promise<Row[]> {
  const { page, client } = opened;
  const template = await readTemplates(client);
  const rows: Row[] = [];
  for (const size of [14, 100]) {
    const ms = await openFlow(opened, `${size} nodes`, largeFlow(template, size));
    const name = `canvas of ${size} nodes opens`;
    rows.push(size === 100 ? atMost(name, ms, 'ms', 800) : { name, value: ms, unit: 'ms' });
  }
  const ms = await openFlow(opened, `${count} nodes`, largeFlow(template, count));
  rows.push({ name: `canvas of ${count} nodes opens`, value: ms, unit: 'ms' });
  rows.push(atLeast(`canvas of ${count} nodes, pan`, await panRate(page), 'frames/s', 50));
  rows.push(atLeast(`canvas of ${count} nodes, drag of a node`, await nodeDragRate(page), 'frames/s', 50));
  await selectFirst(page, 'promptTemplate_0');
  rows.push(atMost(`canvas of ${count} nodes, undo`, await undoMs(page), 'ms', 30));
  rows.push(atMost(`canvas of ${count} nodes, key to paint`, await keystrokeMs(page), 'ms', 16));

  const large = await openFlow(opened, '1,000 nodes', largeFlow(template, 1000));
  rows.push({ name: 'canvas of 1,000 nodes opens', value: large, unit: 'ms' });
  rows.push({ name: 'canvas of 1,000 nodes, pan', value: await panRate(page), unit: 'frames/s' });

  await openFlow(opened, 'one megabyte', heavyFlow(template));
  await selectFirst(page, 'chatOpenAI_0');
  await openInspector(page);
  const field = page.locator('[data-param-field="temperature"] input').first();
  await field.click();
  await readWatched(page);
  // Long enough for the journal and the autosave that follows it.
  await page.keyboard.type('0.1234567890123456789012345', { delay: 300 });
  await page.waitForTimeout(6000);
  const { longTasks } = await readWatched(page);
  rows.push(atMost('longest task while 1 MB is saved', Math.max(0, ...longTasks), 'ms', 50));
  return rows;
}

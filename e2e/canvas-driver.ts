import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { readTemplates } from './chat-flow.ts';

interface Point {
  x: number;
  y: number;
}

async function middleOf(place: Locator): Promise<Point> {
  const box = await place.boundingBox();
  if (!box) throw new Error('The place is not drawn.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A hand at a canvas: what a person does there with mouse and keyboard. */
export interface CanvasDriver {
  node(id: string): Locator;
  edges: Locator;
  panel: Locator;
  /** Searches the palette and clicks the node of this label. */
  addByClick(label: string): Promise<void>;
  /** Drags the node of this label from the palette to a place of the page. */
  addByDrag(label: string, to: Point): Promise<void>;
  /** The place of a node where edges end (`model`) or begin (`demoModel`). */
  handle(id: string, name: string): Locator;
  /** Draws from one place to another and lets go; `before` looks while the mouse is still down. */
  draw(from: Locator, to: Locator, before?: () => Promise<void>): Promise<void>;
  /** Chooses a node, so that the inspector shows it. */
  select(id: string): Promise<void>;
  /** The field of a parameter in the inspector. */
  field(param: string): Locator;
  isDirty(): Promise<boolean>;
  /** Saves; a name is asked for only at the first time. */
  save(name?: string): Promise<void>;
}

export function canvasDriver(page: Page): CanvasDriver {
  const palette = page.getByRole('complementary', { name: 'Nodes' });
  const panel = page.getByRole('tabpanel', { name: 'Inspector' });
  const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);

  const offer = async (label: string) => {
    await palette.getByRole('textbox', { name: 'Search nodes' }).fill(label);
    // The best answer stands first: "Agent" before "Agent Memory".
    return palette.getByRole('button', { name: new RegExp(`^(Add )?${label}( |$)`) }).first();
  };
  const clearSearch = () => palette.getByRole('button', { name: 'Clear search' }).click();

  return {
    node,
    edges: page.locator('.react-flow__edge'),
    panel,
    async addByClick(label) {
      await (await offer(label)).click();
      await clearSearch();
    },
    async addByDrag(label, { x, y }) {
      const stage = page.locator('.react-flow');
      const box = await stage.boundingBox();
      if (!box) throw new Error('There is no canvas.');
      const targetPosition = { x: x - box.x, y: y - box.y };
      await (await offer(label)).dragTo(stage, { targetPosition });
      await clearSearch();
    },
    handle: (id, name) => node(id).locator(`.react-flow__handle[data-handleid*="put-${name}-"]`),
    async draw(from, to, before) {
      await from.waitFor();
      const [start, end] = [await middleOf(from), await middleOf(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
      await page.mouse.move(end.x, end.y);
      await before?.();
      await page.mouse.up();
    },
    async select(id) {
      await node(id)
        .locator('header')
        .click({ position: { x: 60, y: 12 } });
      await panel.waitFor();
    },
    field: (param) => panel.locator(`[data-param-field="${param}"]`),
    isDirty: async () =>
      (await page.getByRole('heading', { level: 1 }).getByText('Unsaved changes').count()) > 0,
    async save(name) {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      if (name !== undefined) {
        const dialog = page.getByRole('dialog', { name: /^Save new/ });
        await dialog.getByLabel('Name').fill(name);
        await dialog.getByRole('button', { name: 'Save' }).click();
      }
      await page
        .getByRole('status')
        .getByText(/^Saved \d/)
        .waitFor();
    },
  };
}

/** What the server has of the flow that the page shows. */
export async function storedFlow(client: ApiClient, page: Page): Promise<FlowDetail> {
  await expect.poll(() => page.url()).toMatch(/canvas\/[\w-]+/);
  return await client.call<FlowDetail>('GET', `flows/${new URL(page.url()).pathname.split('/').at(-1)}`);
}

/** Stores a flow made of catalogue nodes, for tests that begin with one. */
export async function storeFlow(
  client: ApiClient,
  name: string,
  build: (flow: FlowBuilder) => void,
  type: 'CHATFLOW' | 'MULTIAGENT' = 'CHATFLOW',
): Promise<FlowDetail> {
  const builder = new FlowBuilder(await readTemplates(client));
  build(builder);
  const flowData: FlowData = builder.build();
  return await client.call<FlowDetail>('POST', 'flows', { name, type, flowData });
}

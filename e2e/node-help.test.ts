import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { storeFlow } from './canvas-driver.ts';
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

describe('the help page of a node', () => {
  it.each(['light', 'dark'] as const)(
    'says what the node is for and what each setting means, and opens an example that answers, in the %s theme',
    async (colorScheme) => {
      const flow = await storeFlow(client, `Helped ${colorScheme}`, (builder) => {
        builder.add('recursiveCharacterTextSplitter', { x: 0, y: 0 });
      });
      const page = await browser.visit(server.url, { session: 'shared', colorScheme });
      await page.goto(`/canvas/${flow.id}`);
      await page.locator('.react-flow__node').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'About this node…' }).click();
      const help = page.getByRole('dialog', { name: /^About / });
      const settings = help.getByRole('region', { name: 'Settings' });
      await settings.getByText('Chunk Size').waitFor();
      expect(await settings.getByText('1000').count()).toBe(1);
      await untilStill(page);
      const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

      await help.getByRole('button', { name: 'Open an example' }).click();
      await page
        .getByRole('heading', { level: 1, name: /Example: Recursive Character Text Splitter/ })
        .waitFor();
      await page.getByRole('textbox', { name: 'Ask this flow' }).fill('When is the museum open?');
      await page.keyboard.press('Enter');
      const answer = page.getByRole('article', { name: 'Answer' });
      await answer.getByRole('button', { name: 'Open trace' }).waitFor();
      expect(await answer.textContent()).toMatch(/ten to six/);
    },
  );
});

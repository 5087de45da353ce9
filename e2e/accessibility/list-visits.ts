import type { Visits } from './visits.ts';
import type { Walk } from './walk.ts';

/** The lists and what they open: flows, pipelines, templates, assistants, and the pages of Settings. */
export const listVisits: Visits = {
  async '/chatflows'(walk) {
    const { page } = walk;
    await walk.go('/chatflows', page.getByRole('article'));
    await walk.menus();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByLabel('Select all').check();
    await walk.check('as a table, all selected');
    await walk.dialog('Move');
    await walk.dialog('Tags');
    await walk.dialog('Delete');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await walk.dialog('Workspace');
    await workspaceSecurity(walk);
    await walk.dialog('Version');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('or');
    await walk.check('search everywhere');
    await page.keyboard.press('Escape');
  },
  async '/agentflows'(walk) {
    await walk.go('/agentflows', walk.page.getByRole('article'));
    await walk.menus(walk.page.getByRole('main'));
  },
  async '/marketplaces'(walk) {
    const { page } = walk;
    await walk.go('/marketplaces', page.getByRole('article'));
    await walk.menus(page.getByRole('main'));
    await page.getByRole('button', { name: /^My templates/ }).click();
    await page.getByText('House style').waitFor();
    await walk.check('my templates');
  },
  async '/system'(walk) {
    await walk.go('/system', walk.page.getByRole('heading', { name: 'Processes' }));
  },
  async '/apikey'(walk) {
    await walk.go('/apikey', walk.page.getByRole('cell', { name: 'Website', exact: true }));
    await walk.menus(walk.page.getByRole('main'));
    await walk.dialog('New key');
  },
  async '/tools'(walk) {
    const { page } = walk;
    await walk.go('/tools', page.getByRole('button', { name: 'order_status', exact: true }));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('order_status', page.getByRole('dialog').getByLabel('Code', { exact: true }));
    await page.getByRole('button', { name: 'MCP servers' }).click();
    await page.getByText('Ferry').waitFor();
    await walk.check('MCP servers');
    await walk.dialog('Add server');
    await page.getByRole('button', { name: 'Built-in' }).click();
    await page.getByRole('article').first().waitFor();
    await walk.check('built in');
  },
  async '/assistants'(walk) {
    await walk.go('/assistants');
  },
  async '/assistants/custom'(walk) {
    await walk.go('/assistants/custom', walk.page.getByRole('article'));
    await walk.menus(walk.page.getByRole('main'));
    await walk.dialog('New assistant');
  },
  async '/assistants/custom/:id'(walk) {
    const { page } = walk;
    await walk.go(`/assistants/custom/${walk.full.assistantId}`, page.getByText('All changes saved'));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Share', page.getByRole('tab').first());
    await walk.dialog('Generate');
  },
  async '/assistants/openai'(walk) {
    await walk.go('/assistants/openai', walk.page.getByRole('article'));
    await walk.dialog(/^Convert Old helper/);
    await walk.dialog('Fetch from OpenAI');
  },
  async '/credentials'(walk) {
    const { page } = walk;
    await walk.go('/credentials', page.getByRole('cell', { name: /^OpenAI production/ }));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Add secret');
    await page.getByRole('button', { name: 'Add secret' }).click();
    await walk.dialog(/^OpenAI API/, page.getByLabel(/^OpenAI Api Key/));
  },
  async '/variables'(walk) {
    const { page } = walk;
    await walk.go('/variables', page.getByRole('cell', { name: 'town', exact: true }));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Add variable');
    await walk.dialog('How to use', page.getByRole('heading', { name: 'In code' }));
  },
};

/** What people sign in with, and what opens from there. */
async function workspaceSecurity({ page, ...walk }: Walk): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  const workspace = page.getByRole('dialog', { name: 'Workspace' });
  for (const [tab, opener] of [
    ['Profile', 'Add a passkey'],
    ['Profile', 'Set up'],
    ['Sign-in', 'Add a provider'],
  ] as const) {
    await workspace.getByRole('tab', { name: tab }).click();
    await workspace.getByRole('button', { name: opener, exact: true }).click();
    const opened = page.getByRole('dialog').last();
    await opened.getByRole('textbox').first().waitFor();
    await walk.check(`${tab}: ${opener}`);
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await walk.check(tab);
  }
  await workspace.getByRole('tab', { name: 'People' }).click();
  await workspace.getByRole('heading', { name: 'Open sessions' }).waitFor();
  await walk.check('People');
  await page.keyboard.press('Escape');
}

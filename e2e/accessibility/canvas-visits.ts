import type { Visits } from './visits.ts';
import type { Walk } from './walk.ts';

async function visitCanvas(walk: Walk, path: string, nodeLabel: string): Promise<void> {
  const { page } = walk;
  await walk.go(path, page.locator('.react-flow__node'));
  await walk.menus();
  await page.locator('.react-flow__node').filter({ hasText: nodeLabel }).first().click();
  await page.getByRole('tabpanel', { name: 'Inspector' }).waitFor();
  await walk.check('with a node chosen');
  await page.locator('.react-flow__node').filter({ hasText: nodeLabel }).first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await walk.check('menu of a node');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  for (const tab of ['Trace', 'Problems']) {
    await page.getByRole('tab', { name: tab }).click();
    await walk.check(`tab ${tab}`);
  }
  const parts = page.getByRole('navigation', { name: 'Flow views' });
  for (const part of [/^Runs/, 'Versions']) {
    await parts.getByRole('button', { name: part }).click();
    await page.locator('main:visible').waitFor();
    await page.waitForLoadState('networkidle');
    await walk.check(`part ${part}`);
  }
  await parts.getByRole('button', { name: 'Build' }).click();
}

/** What is drawn without the shell: canvases, a template, the chat of a flow. */
export const canvasVisits: Visits = {
  async '/canvas'(walk) {
    await walk.go('/canvas', walk.page.getByText('Nothing here yet'));
    await walk.menus();
  },
  async '/canvas/:id'(walk) {
    const { page, full } = walk;
    await visitCanvas(walk, `/canvas/${full.flowId}`, 'Plain Text');
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByRole('textbox', { name: 'Ask this flow' }).fill('How much does shipping cost?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open trace' }).last().click();
    await page.getByRole('region', { name: 'Trace' }).waitFor();
    await walk.check('with a run and its trace');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
      await tab.click();
      await page.waitForLoadState('networkidle');
      await walk.check(`share, ${await tab.textContent()}`);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  async '/agentcanvas'(walk) {
    await walk.go('/agentcanvas', walk.page.getByText('Nothing here yet'));
  },
  async '/agentcanvas/:id'(walk) {
    const { page, full } = walk;
    await visitCanvas(walk, `/agentcanvas/${full.pipelineId}`, 'Refund desk');
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByRole('textbox', { name: 'Ask this flow' }).fill('Please refund order 1042');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Approve' }).last().waitFor();
    await walk.check('waiting for a person');
  },
  async '/v2/agentcanvas'(walk) {
    await walk.go('/v2/agentcanvas', walk.page.locator('.react-flow__node'));
  },
  async '/v2/agentcanvas/:id'(walk) {
    const { page, full } = walk;
    await walk.go(`/v2/agentcanvas/${full.agentFlowId}`, page.locator('.react-flow__node'));
    await page.locator('.react-flow__node').filter({ hasText: 'Start' }).first().click();
    await page.getByRole('tabpanel', { name: 'Inspector' }).waitFor();
    await walk.check('with its Start chosen');
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByRole('textbox', { name: 'Ask this flow' }).fill('My invoice is wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open trace' }).last().click();
    await page.getByRole('region', { name: 'Trace' }).waitFor();
    await walk.check('with a run and its trace');
  },
  async '/form/:id'(walk) {
    const { page, full } = walk;
    await walk.go('/form/none', page.getByRole('heading', { name: 'There is no form here' }));
    await walk.go(`/form/${full.formFlowId}`, page.getByRole('textbox', { name: /Your name/ }));
    await page.getByRole('textbox', { name: /Your name/ }).fill('Dana');
    await page.getByLabel(/Guests/).fill('2');
    await page.getByRole('combobox', { name: /Day/ }).selectOption('Friday');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('See you, Dana.').waitFor();
    await walk.check('with its answer');
  },
  async '/marketplace/:id'(walk) {
    const { page, full } = walk;
    await walk.go(`/marketplace/${full.templateId}`, page.locator('.react-flow__node'));
    await walk.dialog('Insert into a flow…');
  },
  async '/chatbot/:id'(walk) {
    const { page, full } = walk;
    await walk.go('/chatbot/none', page.getByRole('heading', { name: 'Invalid Chatbot' }));
    await walk.go(`/chatbot/${full.flowId}`, page.getByRole('textbox', { name: 'Write a message' }));
    await page.getByRole('textbox', { name: 'Write a message' }).fill('How much does shipping cost?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open trace' }).last().waitFor();
    await walk.check('with an answer');
    await page.getByRole('button', { name: 'Open trace' }).last().click();
    await page.getByRole('button', { name: 'Close trace' }).waitFor();
    await walk.check('with a trace');
  },
};

import type { Visits } from './visits.ts';

/** Voice agents, their editor, and phone numbers. */
export const voiceVisits: Visits = {
  async '/agent'(walk) {
    const { page, full } = walk;
    await walk.go(`/agent?id=${full.agentId}`, page.getByRole('complementary').getByRole('slider'));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('New agent');
  },
  async '/agent/:id'(walk) {
    const { page, full } = walk;
    await walk.go(
      `/agent/${full.agentId}`,
      page.getByRole('button', { name: 'Line 2: a URL will be read aloud' }),
    );
    await walk.menus(page.getByRole('main'));
    await walk.dialog('LLM settings');
    await walk.dialog(/^Voice: /, page.getByRole('button', { name: 'Choose Adrian' }));
    await walk.dialog('Voice settings');
    await walk.dialog(/live, edited$/, page.getByRole('cell', { name: '0.7' }));
    await walk.dialog('Deployment');
    const heads = page.getByRole('region', { name: 'Agent settings' }).locator('h2 button');
    for (const head of await heads.all()) await head.click();
    await page.getByText('Nothing has been sent yet').waitFor();
    await page.getByRole('button', { name: 'Edit Unnamed' }).click();
    await walk.check('every section open');
    for (const type of ['Call Transfer', 'Custom Function', 'Check Calendar Availability']) {
      await page.getByRole('button', { name: 'Add', exact: true }).first().click();
      await page.getByRole('menuitem', { name: type }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('not allowed!');
      await walk.check(`dialog ${type}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await walk.dialog('Set Up');
    await page.getByRole('button', { name: 'Test LLM' }).click();
    await page.getByRole('textbox', { name: 'Write to the agent' }).fill('When do you open?');
    await page.keyboard.press('Enter');
    await page
      .getByRole('log', { name: 'Transcript' })
      .getByText(/LLM \d+/)
      .waitFor();
    await walk.check('in a call');
    await page.getByRole('button', { name: 'End call' }).click();
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    await walk.check('after a call');
    await page.goto(`/agent/${full.agentId}?tab=simulation`);
    await page.getByRole('button', { name: 'Fails on purpose', exact: true }).click();
    await page.getByRole('complementary', { name: 'Result of Fails on purpose' }).waitFor();
    await walk.check('simulation with a result');
    await walk.dialog('New case');
    await walk.dialog('Help: Simulation');
  },
  async '/calls'(walk) {
    const { page } = walk;
    await walk.go('/calls', page.getByText('No calls yet'));
    await walk.go('/calls?kind=test', page.getByRole('table', { name: 'Calls' }).getByRole('link'));
    await walk.dialog('Help: Calls');
    await walk.menus(page.getByRole('main'));
  },
  async '/calls/batches'(walk) {
    const { page } = walk;
    await walk.go('/calls/batches', page.getByText('No batch calls yet'));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Help: Batch calls');
    await walk.dialog('Consent');
    await walk.dialog('New batch call');
  },
  async '/calls/batches/:id'(walk) {
    const { page } = walk;
    await walk.go('/calls/batches/gone', page.getByText('The batch call could not be loaded'));
  },
  async '/calls/do-not-call'(walk) {
    const { page } = walk;
    await walk.go('/calls/do-not-call', page.getByText('Nobody has asked not to be called'));
    await walk.dialog('Help: Do-not-call list');
    await walk.dialog('Add a number');
    await page.getByRole('button', { name: 'Add a number' }).click();
    await page.getByLabel('Phone number').fill('+12025550188');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('table', { name: 'Do-not-call list' }).waitFor();
    await walk.check('with a number');
  },
  async '/calls/:id'(walk) {
    const { page, full } = walk;
    const transcript = page.getByRole('log', { name: 'Transcript' });
    await walk.go(`/calls/${full.callId}`, transcript.getByText('When does the shop open?'));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Help: One call');
    await walk.dialog('Make a test', page.getByRole('button', { name: 'Save test' }));
    await walk.dialog(/^Rewind to/);
    await walk.dialog(/^Replay$/);
    await page.getByRole('slider', { name: 'Playhead' }).press('End');
    await page.getByRole('list', { name: 'Trace' }).getByRole('button').first().click();
    await walk.check('playhead at the end, work opened');
  },
  async '/calls/replays/:id'(walk) {
    const { page, full } = walk;
    await page.goto(`/calls/${full.callId}`);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByRole('button', { name: 'Start replay' }).click();
    await page.waitForURL(/\/calls\/replays\//);
    const turns = page.getByRole('region', { name: 'Replay' });
    await walk.go(new URL(page.url()).pathname, turns.getByRole('region', { name: 'Now' }).first());
    await walk.dialog('Help: Replay');
  },
  async '/phone-numbers'(walk) {
    const { page } = walk;
    await walk.go('/phone-numbers', page.getByText('No trunk URI is set'));
    await walk.menus(page.getByRole('main'));
    for (const entry of [/Import from Telnyx/, /SIP trunk/, /browser/i]) {
      await page.getByRole('button', { name: 'Add number' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('dialog').waitFor();
      await walk.check(`dialog ${entry}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: /^Opening hours/ }).click();
    await page.getByRole('button', { name: 'Set opening hours' }).click();
    await page.getByLabel('Fallback number').fill('+1');
    await walk.check('edited, with a mistake');
    await page.getByRole('button', { name: 'Discard' }).click();
  },
};

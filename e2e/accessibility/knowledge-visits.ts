import type { Visits } from './visits.ts';

/** The pages of the knowledge base. */
export const knowledgeVisits: Visits = {
  async '/document-stores'(walk) {
    const { page } = walk;
    await walk.go('/document-stores', page.getByRole('article'));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Add knowledge base');
  },
  async '/document-stores/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/${full.storeId}`, page.getByRole('row').filter({ hasText: 'Handbook' }));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Add source');
  },
  async '/document-stores/:storeId/gaps'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/${full.storeId}/gaps`, page.getByText('No unanswered questions'));
  },
  async '/document-stores/:storeId/:name'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/${full.storeId}/plainText`);
    await page.locator('[data-param-field=text] textarea').fill('One.\n\nTwo.');
    await page.getByText('1 chunk', { exact: true }).waitFor();
    await walk.check('with a preview');
  },
  async '/document-stores/chunks/:storeId/:fileId'(walk) {
    const { page, full } = walk;
    const first = page.getByRole('button', { name: 'Open chunk 1' });
    await walk.go(`/document-stores/chunks/${full.storeId}/all`, first);
    await walk.dialog('Open chunk 1');
  },
  async '/document-stores/files/:storeId/:loaderId'(walk) {
    const { page, full } = walk;
    const { storeId, loaderId } = full.files;
    const broken = page.getByRole('row').filter({ hasText: 'prices.json' });
    await walk.go(`/document-stores/files/${storeId}/${loaderId}`, broken.getByText('Failed'));
    await walk.menus(page.getByRole('main'));
    await broken.getByRole('checkbox').check();
    await walk.check('with a file chosen');
  },
  async '/document-stores/vector/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/vector/${full.storeId}`, page.getByText('Upsert finished'));
  },
  async '/document-stores/vector/:storeId/:docId'(walk) {
    await walk.go(`/document-stores/vector/${walk.full.storeId}/${walk.full.loaderId}`);
  },
  async '/document-stores/measures/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/measures/${full.storeId}`, page.getByText('No questions yet'));
    await walk.dialog('Add question');
    await walk.dialog('Measure');
    await walk.menus(page.getByRole('main'));
  },
  async '/document-stores/query/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/query/${full.storeId}`);
    await page.getByRole('textbox', { name: 'Question' }).fill('What does a service cost?');
    await page.keyboard.press('Enter');
    await page.getByText('Why not found?').click();
    await walk.check('with an answer');
  },
};

import type { Visits } from './visits.ts';

/** The pages of the knowledge base. */
export const knowledgeVisits: Visits = {
  async '/document-stores'(walk) {
    const { page } = walk;
    await walk.go('/document-stores', page.getByRole('article'));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Add knowledge base');
    await walk.dialog('Help: Knowledge bases');
  },
  async '/document-stores/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/${full.storeId}`, page.getByRole('row').filter({ hasText: 'Handbook' }));
    await walk.menus(page.getByRole('main'));
    await walk.dialog('Add source');
    await walk.dialog('Help: A knowledge base and its sources');
  },
  async '/document-stores/:storeId/gaps'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/${full.storeId}/gaps`, page.getByText('No unanswered questions'));
    await walk.dialog('Help: Unanswered questions');
  },
  async '/document-stores/:storeId/:name'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/${full.storeId}/plainText`);
    await page.locator('[data-param-field=text] textarea').fill('One.\n\nTwo.');
    await page.getByText('1 chunk', { exact: true }).waitFor();
    await walk.check('with a preview');
    await walk.dialog('Help: How a source is read and split');
  },
  async '/document-stores/chunks/:storeId/:fileId'(walk) {
    const { page, full } = walk;
    const first = page.getByRole('button', { name: 'Open chunk 1' });
    await walk.go(`/document-stores/chunks/${full.storeId}/all`, first);
    await walk.dialog('Open chunk 1');
    await walk.dialog('Help: Chunks');
  },
  async '/document-stores/files/:storeId/:loaderId'(walk) {
    const { page, full } = walk;
    const { storeId, loaderId } = full.files;
    const broken = page.getByRole('row').filter({ hasText: 'prices.json' });
    await walk.go(`/document-stores/files/${storeId}/${loaderId}`, broken.getByText('Failed'));
    await walk.menus(page.getByRole('main'));
    await broken.getByRole('checkbox').check();
    await walk.check('with a file chosen');
    await walk.dialog('Help: Files of a source');
  },
  async '/document-stores/vector/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/vector/${full.storeId}`, page.getByText('Upsert finished'));
    await walk.dialog('Help: Embeddings and vector store');
  },
  async '/document-stores/vector/:storeId/:docId'(walk) {
    await walk.go(`/document-stores/vector/${walk.full.storeId}/${walk.full.loaderId}`);
  },
  async '/document-stores/measures/:storeId'(walk) {
    const { page, full } = walk;
    await walk.go(`/document-stores/measures/${full.storeId}`, page.getByText('No questions yet'));
    await walk.dialog('Help: Measures');
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
    await walk.dialog('Help: Ask a knowledge base');
  },
};

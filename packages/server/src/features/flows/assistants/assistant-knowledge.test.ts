import type { Assistant } from '@tendril/contract/api/assistants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/assistants`;

describe.each(databases)('knowledge of assistants on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  it('is offered once it can be searched, is looked up by the assistant, and cited', async () => {
    const driver = new KnowledgeDriver(user);
    const store = await driver.makeStore('House rules');
    const offered = async () => (await user.inject({ url: `${url}/components/docstores` })).json();
    expect(await offered()).toEqual([]);
    await driver.call('POST', `upsert/${store.id}`, {
      loader: { name: 'plainText', config: { text: 'Lost keys are kept by the porter.' } },
      splitter: { name: 'recursiveCharacterTextSplitter', config: {} },
    });
    expect(await offered()).toEqual([expect.objectContaining({ name: store.id, label: 'House rules' })]);
    const details = {
      name: 'Porter',
      chatModel: { name: 'demoModel' },
      documentStores: [
        {
          id: store.id,
          name: 'House rules',
          description: 'Searches the house rules, for every question about keys.',
          returnSourceDocuments: true,
        },
      ],
    };
    const made = await user.inject({ method: 'POST', url, payload: { details: JSON.stringify(details) } });
    const { flowId } = made.json<Assistant>();
    const answer = await user.inject({
      method: 'POST',
      url: `${studio}/prediction/${flowId}`,
      payload: { question: 'Who keeps lost keys?' },
    });
    expect(answer.json().text).toContain('porter');
    expect(answer.json().usedTools[0].tool).toBe('search_house_rules');
    expect(answer.json().sourceDocuments[0].pageContent).toContain('kept by the porter');
  });
});

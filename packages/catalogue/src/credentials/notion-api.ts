import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const notionApi = defineCredential({
  name: 'notionApi',
  label: 'Notion API',
  description: 'The token of an integration of Notion.',
  category: 'Document Loaders',
  icon: 'notion',
  docs: 'https://www.notion.so/my-integrations',
  hosts: ['https://api.notion.com'],
  inputs: {
    notionIntegrationToken: param.password({ label: 'Notion Integration Token' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ notionIntegrationToken = '' }, tools) {
    await askVendor(
      {
        url: 'https://api.notion.com/v1/users/me',
        headers: {
          authorization: `Bearer ${notionIntegrationToken.trim()}`,
          'notion-version': '2022-06-28',
        },
      },
      tools,
    );
    return '';
  },
});

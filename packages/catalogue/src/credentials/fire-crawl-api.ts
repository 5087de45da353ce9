import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const fireCrawlApi = defineCredential({
  name: 'fireCrawlApi',
  label: 'FireCrawl API',
  description: 'A key of firecrawl.dev, or of a server of your own.',
  category: 'Document Loaders',
  icon: 'firecrawl',
  docs: 'https://www.firecrawl.dev/app/api-keys',
  hosts: ['https://api.firecrawl.dev'],
  inputs: {
    firecrawlApiToken: param.password({ label: 'FireCrawl API' }),
    firecrawlApiUrl: param.string({ label: 'FireCrawl API URL', default: 'https://api.firecrawl.dev' }),
  },
  testNote: 'The test reads what is left. It costs nothing.',
  async test({ firecrawlApiToken = '', firecrawlApiUrl = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(firecrawlApiUrl || 'https://api.firecrawl.dev', 'Firecrawl URL')}/v1/team/credit-usage`,
        headers: { authorization: `Bearer ${firecrawlApiToken.trim()}` },
      },
      tools,
    );
    return '';
  },
});

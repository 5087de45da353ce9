import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openApiSource } from '../../sources/api-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** What an API lists item by item, as documents. */
export const apiItems = defineNode({
  name: 'apiItems',
  label: 'API Items',
  version: 1,
  category: 'Document Loaders',
  description: 'What an API lists item by item, as documents.',
  icon: 'webhook',
  credential: {
    label: 'Connect Credential',
    names: ['httpBearerToken', 'httpApiKey', 'httpBasicAuth', 'oAuth2Api'],
    optional: true,
  },
  inputs: {
    textSplitter: splitterAnchor,
    url: param.string({ label: 'URL', placeholder: 'https://api.example.com/articles' }),
    itemsPath: param.string({
      label: 'List At',
      description: 'Where the list stands in an answer; the answer itself when empty.',
      placeholder: 'data.items',
      optional: true,
    }),
    keyField: param.string({
      label: 'Key Field',
      description: 'What an item is known by.',
      placeholder: 'id',
    }),
    versionField: param.string({
      label: 'Version Field',
      description: 'Changes when the item changes. Without one, the whole item is compared.',
      placeholder: 'updated_at',
      optional: true,
    }),
    titleField: param.string({ label: 'Title Field', placeholder: 'title', optional: true }),
    urlField: param.string({ label: 'URL Field', placeholder: 'html_url', optional: true }),
    contentField: param.string({
      label: 'Content Field',
      description: 'Its text or HTML. Without one, the item as JSON.',
      placeholder: 'body',
      optional: true,
    }),
    contentUrl: param.string({
      label: 'Content URL',
      description: 'Where the content is asked for, if not in the list.',
      placeholder: 'https://api.example.com/articles/{key}',
      optional: true,
    }),
    paging: param.options({
      label: 'Further Pages',
      options: [
        { name: 'none', label: 'There are none' },
        { name: 'cursor', label: 'By a cursor in the answer' },
        { name: 'link', label: 'By the Link header' },
        { name: 'page', label: 'By a page number' },
      ],
      default: 'none',
    }),
    cursorPath: param.string({
      label: 'Cursor At',
      placeholder: 'meta.next_cursor',
      optional: true,
      show: { paging: 'cursor' },
    }),
    cursorParam: param.string({
      label: 'Cursor Parameter',
      description: 'Its name in the address; "cursor" or "page" when empty.',
      optional: true,
      show: { paging: ['cursor', 'page'] },
    }),
    headers: param.json({ label: 'Headers', optional: true, additionalParams: true }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  ...sourceBehaviour(openApiSource),
});

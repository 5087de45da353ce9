import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';
import { deepgramUrl } from '../providers/deepgram/connection.ts';

export const deepgramApi = defineCredential({
  name: 'deepgramApi',
  label: 'Deepgram API',
  description: 'A key of deepgram.com: speech recognition and synthesis in calls.',
  category: 'Voice',
  icon: 'deepgram',
  docs: 'https://console.deepgram.com',
  hosts: ['https://api.deepgram.com'],
  inputs: {
    deepgramApiKey: param.password({ label: 'Deepgram Api Key' }),
    baseUrl: param.string({
      label: 'Base URL',
      placeholder: deepgramUrl,
      description: 'Of a server of your own, with its version.',
      optional: true,
    }),
  },
  testNote: 'The test lists projects. It costs nothing.',
  async test({ deepgramApiKey = '', baseUrl }, tools) {
    const headers = { authorization: `Token ${deepgramApiKey.trim()}` };
    const url = `${(baseUrl || deepgramUrl).trim().replace(/(?<!\/)\/+$/, '')}/projects`;
    const { projects } = await readObject(await askVendor({ url, headers }, tools));
    if (!Array.isArray(projects)) return '';
    return `${projects.length} ${projects.length === 1 ? 'project' : 'projects'}`;
  },
});

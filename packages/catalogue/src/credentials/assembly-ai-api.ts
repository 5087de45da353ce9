import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

export const assemblyAIApi = defineCredential({
  name: 'assemblyAIApi',
  label: 'AssemblyAI API',
  description: 'A key of assemblyai.com.',
  category: 'Voice',
  icon: 'assemblyai',
  docs: 'https://www.assemblyai.com/app/api-keys',
  hosts: ['https://api.assemblyai.com', 'https://streaming.assemblyai.com'],
  inputs: {
    assemblyAIApiKey: param.password({ label: 'AssemblyAI Api Key' }),
  },
  testNote: 'The test lists one transcript. It costs nothing.',
  async test({ assemblyAIApiKey = '' }, tools) {
    const headers = { authorization: assemblyAIApiKey.trim() };
    await readObject(
      await askVendor({ url: 'https://api.assemblyai.com/v2/transcript?limit=1', headers }, tools),
    );
    return '';
  },
});

import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

export const huggingFaceApi = defineCredential({
  name: 'huggingFaceApi',
  label: 'HuggingFace API',
  description: 'A token of huggingface.co.',
  category: 'Chat Models',
  icon: 'huggingface',
  docs: 'https://huggingface.co/settings/tokens',
  hosts: ['https://huggingface.co', 'https://router.huggingface.co', 'https://*.endpoints.huggingface.cloud'],
  inputs: {
    huggingFaceApiKey: param.password({ label: 'HuggingFace Api Key' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ huggingFaceApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${huggingFaceApiKey.trim()}` };
    const url = 'https://huggingface.co/api/whoami-v2';
    const { name } = await readObject(await askVendor({ url, headers }, tools));
    return typeof name === 'string' ? name : '';
  },
});

import { AppError } from '@tendril/contract/app-error';
import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, countOf, readObject } from '../credential-tests/ask-vendor.ts';

export const azureOpenAIApi = defineCredential({
  name: 'azureOpenAIApi',
  label: 'Azure OpenAI API',
  description: 'A resource of Azure OpenAI: its name, a deployment and one of its keys.',
  category: 'Chat Models',
  icon: 'azure',
  docs: 'https://portal.azure.com/',
  hosts: ['https://*.openai.azure.com', 'https://*.cognitiveservices.azure.com'],
  inputs: {
    azureOpenAIApiKey: param.password({ label: 'Azure OpenAI Api Key' }),
    azureOpenAIApiInstanceName: param.string({ label: 'Azure OpenAI Api Instance Name' }),
    azureOpenAIApiDeploymentName: param.string({ label: 'Azure OpenAI Api Deployment Name' }),
    azureOpenAIApiVersion: param.string({ label: 'Azure OpenAI Api Version' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ azureOpenAIApiKey = '', azureOpenAIApiInstanceName = '', azureOpenAIApiVersion }, tools) {
    const name = azureOpenAIApiInstanceName.trim().replace(/\.openai\.azure\.com$/, '');
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/i.test(name))
      throw new AppError(
        'INVALID_INPUT',
        'The instance name is not valid. Use a value such as "my-resource".',
      );
    const version = encodeURIComponent(azureOpenAIApiVersion?.trim() || '2024-10-21');
    const url = `https://${name}.openai.azure.com/openai/models?api-version=${version}`;
    const headers = { 'api-key': azureOpenAIApiKey.trim() };
    return countOf(await readObject(await askVendor({ url, headers }, tools)), 'data');
  },
});

import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const groqApi = defineCredential({
  name: 'groqApi',
  label: 'Groq API',
  description: 'A key of console.groq.com.',
  category: 'Chat Models',
  icon: 'groq',
  docs: 'https://console.groq.com/keys',
  hosts: ['https://api.groq.com'],
  inputs: {
    groqApiKey: param.password({ label: 'Groq API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ groqApiKey = '' }, tools) => listModels('https://api.groq.com/openai/v1', groqApiKey, tools),
});

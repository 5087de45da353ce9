import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const AlibabaApi = defineCredential({
  name: 'AlibabaApi',
  label: 'Alibaba API',
  description: 'A key of Alibaba Cloud Model Studio.',
  category: 'Chat Models',
  icon: 'alibaba',
  docs: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
  hosts: ['https://dashscope.aliyuncs.com'],
  inputs: {
    alibabaApiKey: param.password({ label: 'Alibaba Api Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ alibabaApiKey = '' }, tools) =>
    listModels('https://dashscope.aliyuncs.com/compatible-mode/v1', alibabaApiKey, tools),
});

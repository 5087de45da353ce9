import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: nothing can be asked that is free, and the exchange of the keys for a token says nothing of the models.
export const baiduQianfanApi = defineCredential({
  name: 'baiduQianfanApi',
  label: 'Baidu Qianfan API',
  description: 'Access key and secret key of Baidu Cloud, or an API key of Qianfan alone.',
  category: 'Chat Models',
  icon: 'baidu',
  docs: 'https://console.bce.baidu.com/iam/#/iam/apikey/list',
  hosts: ['https://qianfan.baidubce.com', 'https://iam.bj.baidubce.com'],
  inputs: {
    qianfanAccessKey: param.password({ label: 'Qianfan Access Key' }),
    qianfanSecretKey: param.password({ label: 'Qianfan Secret Key', optional: true }),
  },
});

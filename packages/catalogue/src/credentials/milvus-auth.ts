import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const milvusAuth = defineCredential({
  name: 'milvusAuth',
  label: 'Milvus Auth',
  description: 'A user of Milvus or Zilliz.',
  category: 'Vector Stores',
  icon: 'milvus',
  docs: 'https://cloud.zilliz.com',
  hosts: ['https://*.zillizcloud.com'],
  inputs: {
    milvusUser: param.string({ label: 'Milvus User' }),
    milvusPassword: param.password({ label: 'Milvus Password' }),
  },
});

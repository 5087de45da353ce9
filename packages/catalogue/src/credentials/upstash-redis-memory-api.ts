import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const upstashRedisMemoryApi = defineCredential({
  name: 'upstashRedisMemoryApi',
  label: 'Upstash Redis Memory API',
  description: 'The token of a Redis database at Upstash.',
  category: 'Memory',
  icon: 'upstash',
  docs: 'https://console.upstash.com/redis',
  hosts: ['https://*.upstash.io'],
  inputs: {
    upstashRestToken: param.password({ label: 'Upstash Redis REST Token' }),
  },
});

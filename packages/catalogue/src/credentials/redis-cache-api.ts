import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: a test may only send HTTP, which Redis does not speak.
export const redisCacheApi = defineCredential({
  name: 'redisCacheApi',
  label: 'Redis API',
  description: 'A Redis or Valkey server, with its user and password.',
  category: 'Cache',
  icon: 'redis',
  docs: 'https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/',
  hosts: [],
  inputs: {
    redisCacheHost: param.string({ label: 'Redis Host', default: '127.0.0.1' }),
    redisCachePort: param.number({ label: 'Port', default: 6379 }),
    redisCacheUser: param.string({ label: 'User', optional: true }),
    redisCachePwd: param.password({ label: 'Password', optional: true }),
    redisCacheSslEnabled: param.boolean({ label: 'Use SSL', optional: true }),
  },
  originOf: ({ redisCacheHost = '', redisCachePort = '' }) =>
    `https://${String(redisCacheHost).trim()}:${String(redisCachePort).trim() || '6379'}`,
});

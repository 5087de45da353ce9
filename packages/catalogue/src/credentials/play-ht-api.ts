import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { playHtUrl } from '../providers/playht/connection.ts';
import { playHtHeaders } from '../providers/playht/text-to-speech.ts';

export const playHtApi = defineCredential({
  name: 'playHtApi',
  label: 'PlayHT API',
  description:
    'PlayHT user ID and key. PlayHT shut down its service at the end of 2025; enter the URL of a server that speaks its protocol.',
  category: 'Voice',
  icon: 'playht',
  docs: 'https://docs.play.ht/reference/api-authentication',
  hosts: ['https://api.play.ht'],
  inputs: {
    playHtUserId: param.string({ label: 'User ID' }),
    playHtApiKey: param.password({ label: 'PlayHT Secret Key' }),
    baseUrl: param.string({
      label: 'Base URL',
      placeholder: playHtUrl,
      description: 'Of another server of the same protocol, with its version.',
      optional: true,
    }),
  },
  testNote: 'The test lists voices. It costs nothing.',
  async test({ playHtUserId = '', playHtApiKey = '', baseUrl }, { fetch, signal }) {
    const base = (baseUrl || playHtUrl).trim().replace(/(?<!\/)\/+$/, '');
    const connection = { key: playHtApiKey.trim(), userId: playHtUserId.trim(), baseUrl: base, fetch };
    const headers = playHtHeaders(connection);
    const list: unknown = await (
      await askVendor({ url: `${base}/voices`, headers }, { fetch, signal })
    ).json();
    return Array.isArray(list) ? `${list.length} ${list.length === 1 ? 'voice' : 'voices'}` : '';
  },
});

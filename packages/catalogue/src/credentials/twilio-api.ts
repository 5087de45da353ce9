import { AppError } from '@tendril/contract/app-error';
import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

const twilioUrl = 'https://api.twilio.com';

export const twilioApi = defineCredential({
  name: 'twilioApi',
  label: 'Twilio API',
  description: 'An account of twilio.com, whose phone numbers are imported.',
  category: 'Voice',
  icon: 'twilio',
  docs: 'https://console.twilio.com/',
  hosts: ['https://api.twilio.com'],
  inputs: {
    accountSid: param.string({ label: 'Account SID', placeholder: 'AC…' }),
    authToken: param.password({ label: 'Auth Token' }),
    baseUrl: param.string({
      label: 'Base URL',
      placeholder: twilioUrl,
      description: 'Of another region of Twilio.',
      optional: true,
    }),
  },
  testNote: 'The test reads the account. It costs nothing.',
  async test({ accountSid = '', authToken = '', baseUrl }, tools) {
    const sid = accountSid.trim();
    if (!/^AC[0-9a-zA-Z]{6,64}$/.test(sid))
      throw new AppError('INVALID_INPUT', 'The account SID is not valid. It must start with "AC".');
    const base = (baseUrl?.trim() || twilioUrl).replace(/(?<!\/)\/+$/, '');
    const authorization = `Basic ${btoa(`${sid}:${plain(authToken.trim())}`)}`;
    const url = `${base}/2010-04-01/Accounts/${sid}.json`;
    const account = await readObject(await askVendor({ url, headers: { authorization } }, tools));
    if (account['status'] !== undefined && account['status'] !== 'active')
      throw new AppError('PROVIDER_REFUSED', 'The Twilio account exists but is not active.');
    return '';
  },
});

/** An invalid token is refused by the vendor, not by the encoder. */
function plain(token: string): string {
  if (/^[\x21-\x7e]*$/.test(token)) return token;
  throw new AppError('PROVIDER_UNAUTHORIZED', 'The key was rejected. It contains invalid characters.');
}

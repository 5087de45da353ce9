import { answerTwilioCall, noteTelnyxEvent } from '@tendril/contract/api/telephony';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../platform/db/scope.ts';
import type { PhoneNumbers } from '../phone-numbers/public.ts';
import type { CarrierAddresses } from './carrier-addresses.ts';
import type { TelnyxCalls } from './telnyx/telnyx-calls.ts';
import type { TwilioCalls } from './twilio/twilio-calls.ts';

interface ConnectParts {
  numbers: Pick<PhoneNumbers, 'read'>;
  addresses: CarrierAddresses;
  openTwilio(scope: Scope, number: PhoneNumber): Promise<TwilioCalls>;
  openTelnyx(scope: Scope, number: PhoneNumber): Promise<TelnyxCalls>;
}

/** Lets a number's carrier ask this server about its calls; returns the address. Throws NOT_FOUND, CONFLICT. */
export function connectNumber({ numbers, addresses, openTwilio, openTelnyx }: ConnectParts) {
  return async (scope: Scope, id: string): Promise<string> => {
    const number = await numbers.read(scope, id);
    const { provider, connection } = number;
    if (provider !== 'twilio' && provider !== 'telnyx')
      throw new AppError('CONFLICT', 'Only numbers of Twilio and Telnyx can be connected from here.');
    if (connection.carrierNumberId === '')
      throw new AppError('CONFLICT', 'The carrier’s own id of this number is not known. Import the number.');
    const { path } = provider === 'twilio' ? answerTwilioCall : noteTelnyxEvent;
    const url = addresses.http(path.replace(':id', id));
    if (provider === 'twilio') await (await openTwilio(scope, number)).setVoiceUrl(number, url);
    else await (await openTelnyx(scope, number)).setWebhook(number, url);
    return url;
  };
}

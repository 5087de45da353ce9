import type { Carrier } from '@tendril/contract/api/phone-number-imports';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Carriers, OwnedNumber } from '../phone-numbers/public.ts';

type Secret = Readonly<Record<string, string>>;

/** The keys with which numbers are called and answered. */
export interface CarrierSecrets {
  /** Undefined for a number of another carrier, or one whose secret is gone. */
  find(owned: OwnedNumber, carrier: Carrier): Promise<Secret | undefined>;
  /** Throws CREDENTIAL_MISSING in words. */
  require(scope: Scope, number: PhoneNumber, carrier: Carrier): Promise<Secret>;
}

/** Reads them from the stored credentials that the numbers name. */
export function carrierSecrets({ secretOf }: Pick<Carriers, 'secretOf'>): CarrierSecrets {
  async function find({ scope, number }: OwnedNumber, carrier: Carrier): Promise<Secret | undefined> {
    const { credentialId } = number.connection;
    if (number.provider !== carrier || credentialId === '') return undefined;
    const opened = await secretOf(scope, credentialId);
    return opened?.carrier === carrier ? opened.secret : undefined;
  }
  return {
    find,
    async require(scope, number, carrier) {
      const secret = await find({ scope, number }, carrier);
      if (secret) return secret;
      const name = carrier === 'twilio' ? 'Twilio' : 'Telnyx';
      throw new AppError('CREDENTIAL_MISSING', `${number.phoneNumber} has no secret of ${name}.`);
    },
  };
}

import type { Answer } from '@tendril/contract/api/endpoint';
import type {
  Carrier,
  CarrierNumber,
  importPhoneNumbers,
  listCarrierNumbers,
} from '@tendril/contract/api/phone-number-imports';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FoundNumber } from './carrier-account.ts';
import type { Carriers } from './carriers.ts';
import { readNumberFacts } from './number-facts.ts';
import type { PhoneNumbers } from './phone-numbers.ts';

/** What a number is reached by at its carrier. */
interface HeldNumber {
  credentialId: string;
  carrierNumberId: string;
}

/** Imports numbers from the accounts of carriers; nothing is changed there. */
export function createNumberImports(numbers: PhoneNumbers, carriers: Carriers) {
  const presentIn = async (scope: Scope) =>
    new Set((await numbers.list(scope)).map(({ phoneNumber }) => phoneNumber));

  return {
    async list(scope: Scope, credentialId: string): Promise<Answer<typeof listCarrierNumbers>> {
      const { carrier, account } = await carriers.open(scope, credentialId);
      const { numbers: found, isCut } = await account.list();
      const present = await presentIn(scope);
      const data = await Promise.all(found.map((one) => toCarrierNumber(one, present)));
      return { carrier, data: data.toSorted((one, other) => one.pretty.localeCompare(other.pretty)), isCut };
    },

    /** The account is read again: only its own numbers are imported, under the names they have there. */
    async add(
      scope: Scope,
      credentialId: string,
      wanted: readonly string[],
    ): Promise<Answer<typeof importPhoneNumbers>> {
      const { carrier, account } = await carriers.open(scope, credentialId);
      const held = new Map((await account.list()).numbers.map((one) => [one.phoneNumber, one]));
      const present = await presentIn(scope);
      const answer: Answer<typeof importPhoneNumbers> = { data: [], skipped: [] };
      for (const phoneNumber of new Set(wanted)) {
        const found = held.get(phoneNumber);
        if (!found || present.has(phoneNumber)) {
          answer.skipped.push({ phoneNumber, reason: found ? 'present' : 'not-in-account' });
          continue;
        }
        const { nickname, carrierNumberId } = found;
        const connection = { credentialId, carrierNumberId };
        const isNamed = nickname !== '' && (await readNumberFacts(nickname)).kind === 'unknown';
        const fields = { phoneNumber, provider: carrier, nickname: isNamed ? nickname.slice(0, 200) : '' };
        const added = await numbers.create(scope, { ...fields, connection }).catch(unlessPresent);
        if (added) answer.data.push(added);
        else answer.skipped.push({ phoneNumber, reason: 'present' });
      }
      return answer;
    },

    /** Reads a number from the workspace's newest account at a carrier. Throws CREDENTIAL_MISSING, INVALID_INPUT. */
    async findHeld(scope: Scope, carrier: Carrier, phoneNumber: string, path: string): Promise<HeldNumber> {
      const credentialId = await carriers.newestSecret(scope, carrier);
      if (credentialId === undefined)
        throw new AppError(
          'CREDENTIAL_MISSING',
          `There is no secret of ${carrierNames[carrier]} in this workspace, so no number of an account there can be added.`,
        );
      const { account } = await carriers.open(scope, credentialId);
      const found = await account.find(phoneNumber);
      if (found) return { credentialId, carrierNumberId: found.carrierNumberId };
      const message = `is no number of the account at ${carrierNames[carrier]}`;
      throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
    },
  };
}

const carrierNames: Record<Carrier, string> = { twilio: 'Twilio', telnyx: 'Telnyx' };

/** Somebody else has added the number a moment ago. */
function unlessPresent(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
}

export type NumberImports = ReturnType<typeof createNumberImports>;

async function toCarrierNumber(found: FoundNumber, present: ReadonlySet<string>): Promise<CarrierNumber> {
  const facts = await readNumberFacts(found.phoneNumber);
  return { ...found, ...facts, isPresent: present.has(found.phoneNumber) };
}

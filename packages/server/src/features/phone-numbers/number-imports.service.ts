import type { Answer } from '@tendril/contract/api/endpoint';
import type {
  CarrierNumber,
  importPhoneNumbers,
  listCarrierNumbers,
} from '@tendril/contract/api/phone-number-imports';
import type { Scope } from '../../db/scope.ts';
import type { FoundNumber } from './carrier-account.ts';
import type { Carriers } from './carriers.ts';
import { readNumberFacts } from './number-facts.ts';
import type { PhoneNumbers } from './phone-numbers.service.ts';

/** Takes numbers over from the accounts of carriers; nothing is changed there. */
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

    /** The account is read again: only what it holds is taken, under the names it has there. */
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
        answer.data.push(await numbers.create(scope, { ...fields, connection }));
      }
      return answer;
    },
  };
}

export type NumberImports = ReturnType<typeof createNumberImports>;

async function toCarrierNumber(found: FoundNumber, present: ReadonlySet<string>): Promise<CarrierNumber> {
  const facts = await readNumberFacts(found.phoneNumber);
  return { ...found, ...facts, isPresent: present.has(found.phoneNumber) };
}

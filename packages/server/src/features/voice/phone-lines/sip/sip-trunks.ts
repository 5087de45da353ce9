import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { readFields } from '../../../../platform/db/loose-records.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { addressList } from '../../../../platform/egress/address-list.ts';
import { openTrunk, type SipTrunk, type TrunkParts } from './sip-trunk.ts';

interface SipTrunksParts extends TrunkParts {
  db: Database;
  /** A trunk cannot be used: its name is unknown, or its secret is gone. */
  onFault(numberId: string, error: unknown): void;
}

/** The numbers of all workspaces that have a trunk, as they were when last looked at. */
export interface SipTrunks {
  refresh(): Promise<readonly SipTrunk[]>;
  /** The trunks whose number has these digits, the oldest first. */
  called(user: string): readonly SipTrunk[];
  /** Whether calls of any trunk come from an address. */
  trusts(address: string): boolean;
  /** Whether those of this trunk do. */
  accepts(trunk: SipTrunk, address: string): boolean;
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^00/, '');

export function createSipTrunks(parts: SipTrunksParts): SipTrunks {
  let trunks: readonly { trunk: SipTrunk; isSource: (address: string) => boolean }[] = [];

  async function open(row: Parameters<typeof readFields>[0]): Promise<SipTrunk | undefined> {
    const number = readPhoneNumber(readFields(row));
    if (number.provider !== 'sip' || number.connection.trunkUri === '') return undefined;
    try {
      return await openTrunk({ workspaceId: row.workspaceId }, number, parts);
    } catch (error) {
      parts.onFault(number.id, error);
      return undefined;
    }
  }

  return {
    async refresh() {
      const rows = await parts.db
        .selectFrom('assistant_phone_number')
        .selectAll()
        .where('fields', 'like', '%"provider":"sip"%')
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      const opened = await Promise.all(rows.map(open));
      const found = opened.filter((trunk) => trunk !== undefined);
      trunks = found.map((trunk) => ({ trunk, isSource: sourcesOf(trunk) }));
      return found;
    },
    called(user) {
      const digits = digitsOf(user);
      return digits === ''
        ? []
        : trunks.flatMap(({ trunk }) => (digitsOf(trunk.number.phoneNumber) === digits ? [trunk] : []));
    },
    trusts: (address) => trunks.some(({ isSource }) => isSource(address)),
    accepts: (wanted, address) => trunks.some(({ trunk, isSource }) => trunk === wanted && isSource(address)),
  };
}

/** From where calls of a trunk come: its own addresses, and those that are allowed besides. */
function sourcesOf({ peers, number }: SipTrunk): (address: string) => boolean {
  return addressList([...peers.map(({ address }) => address), ...number.connection.allowedAddresses]);
}

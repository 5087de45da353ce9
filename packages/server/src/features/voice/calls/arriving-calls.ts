import type { Call } from '@tendril/contract/api/calls';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { toCall } from './call-answer.ts';
import type { CallRegister, RegisterRequest } from './call-register.ts';
import type { Recordings } from './recordings.ts';

interface ArrivingCallParts extends Pick<Infrastructure, 'writes'> {
  register: CallRegister;
  recordings: Pick<Recordings, 'addressOf'>;
  /** Of this process, which has the lines of the calls that it takes. */
  ownerId: string;
}

type ArrivingCall = Omit<
  RegisterRequest,
  'carrier' | 'carrierCallId' | 'direction' | 'channel' | 'kind' | 'history'
>;

interface Numbers {
  from: string;
  to: string;
}

interface ArrivalLine {
  carrier: string;
  carrierCallId: string;
}

/** What carries a call that a program has registered and that has not arrived yet. */
const registeredCarrier = 'registered';

/** Telephone calls that programs have registered before they arrive. */
export function arrivingCalls({ writes, register, recordings, ownerId }: ArrivingCallParts) {
  return {
    /** Throws NOT_FOUND, and CREDENTIAL_MISSING for what would keep the agent from answering. */
    async registerArriving(scope: Scope, asked: ArrivingCall): Promise<Call> {
      const phone = { direction: 'inbound', channel: 'audio', kind: 'phone' } as const;
      const { row } = await register.add(scope, { ...asked, ...phone, carrier: registeredCarrier });
      return toCall(row, recordings.addressOf);
    },

    /**
     * The call that was registered for what arrives on a line; undefined for none, and `full` where it goes on waiting,
     * because there is no place. `takePlace` may be asked again, when a write is repeated.
     */
    takeArriving: (
      scope: Scope,
      numbers: Numbers,
      line: ArrivalLine,
      takePlace: (id: string) => boolean,
    ): Promise<CallTable | 'full' | undefined> =>
      writes.write((trx) => takeOldest(trx, scope, numbers, { ...line, ownerId }, takePlace)),
  };
}

/** Of two lines at once, one gets a call. */
async function takeOldest(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  { from, to }: Numbers,
  line: ArrivalLine & { ownerId: string },
  takePlace: (id: string) => boolean,
): Promise<CallTable | 'full' | undefined> {
  const row = await trx
    .selectFrom('call')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'phone')
    .where('status', '=', 'registered')
    .where('carrier', '=', registeredCarrier)
    .where('fromNumber', '=', from)
    .where('toNumber', '=', to)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  // No error: what others write in the same commit would have to be repeated.
  if (!takePlace(row.id)) return 'full';
  const { numUpdatedRows } = await trx
    .updateTable('call')
    .set(line)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', row.id)
    .where('status', '=', 'registered')
    .where('carrier', '=', registeredCarrier)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...row, ...line } : undefined;
}

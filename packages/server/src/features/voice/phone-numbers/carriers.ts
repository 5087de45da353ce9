import { type Carrier, carrierKinds } from '@tendril/contract/api/phone-number-imports';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { CarrierAccount, CarrierParts } from './carrier-account.ts';
import { telnyxAccount } from './telnyx-account.ts';
import { twilioAccount } from './twilio-account.ts';

interface CarriersParts extends Pick<Infrastructure, 'db' | 'egress'> {
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  timeoutMs: number;
}

interface OpenedAccount {
  carrier: Carrier;
  account: CarrierAccount;
}

const accounts: Record<Carrier, (parts: CarrierParts) => CarrierAccount> = {
  twilio: twilioAccount,
  telnyx: telnyxAccount,
};

/** Opens carrier accounts by stored credentials. */
export function createCarriers({ db, egress, openCredential, timeoutMs }: CarriersParts) {
  /** The carrier of a credential; undefined for another kind, or none. */
  async function carrierOf({ workspaceId }: Scope, credentialId: string): Promise<Carrier | undefined> {
    const row = await db
      .selectFrom('credential')
      .select('credentialName')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', credentialId)
      .executeTakeFirst();
    return (Object.keys(carrierKinds) as Carrier[]).find((one) => carrierKinds[one] === row?.credentialName);
  }

  return {
    carrierOf,

    /** The newest credential of a carrier. */
    async newestSecret({ workspaceId }: Scope, carrier: Carrier): Promise<string | undefined> {
      const row = await db
        .selectFrom('credential')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('credentialName', '=', carrierKinds[carrier])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    /** The values of a carrier's credential; undefined for another one, or none. */
    async secretOf(
      scope: Scope,
      credentialId: string,
    ): Promise<{ carrier: Carrier; secret: Record<string, string> } | undefined> {
      const carrier = await carrierOf(scope, credentialId);
      return carrier && { carrier, secret: await openCredential(scope, credentialId) };
    },

    /** Throws INVALID_INPUT for a credential of no carrier. */
    async open(scope: Scope, credentialId: string): Promise<OpenedAccount> {
      const carrier = await carrierOf(scope, credentialId);
      if (!carrier) {
        const message = 'is no secret of Twilio or Telnyx';
        throw new AppError('INVALID_INPUT', `credentialId: ${message}`, {
          details: [{ path: 'credentialId', message }],
        });
      }
      const secret = await openCredential(scope, credentialId);
      return { carrier, account: accounts[carrier]({ secret, egress, timeoutMs }) };
    },
  };
}

export type Carriers = ReturnType<typeof createCarriers>;

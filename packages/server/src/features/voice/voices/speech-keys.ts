import type { LiveSpeechConnection } from '@tendril/catalogue/speech/speech-connection';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import { type SpeechVendorId, speechVendors } from './speech-vendors.ts';

export interface SpeechKeyParts {
  db: Database;
  egress: Egress;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
}

const maxBytes = 64 * 1024 * 1024;
/** It becomes part of a host's name. */
const validRegion = /^[a-z0-9-]{2,40}$/;
const vendorIds = Object.keys(speechVendors) as SpeechVendorId[];

/** Finds the newest credential of each speech vendor. */
export function createSpeechKeys({ db, egress, openCredential }: SpeechKeyParts) {
  async function newest(scope: Scope, vendor: SpeechVendorId): Promise<string | undefined> {
    const row = await db
      .selectFrom('credential')
      .select('id')
      .where('workspaceId', '=', scope.workspaceId)
      .where('credentialName', '=', speechVendors[vendor].kind)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  return {
    /** The vendors that the workspace has a key of. */
    async list(scope: Scope): Promise<Set<SpeechVendorId>> {
      const kinds = vendorIds.map((id) => speechVendors[id].kind);
      const rows = await db
        .selectFrom('credential')
        .select('credentialName')
        .distinct()
        .where('workspaceId', '=', scope.workspaceId)
        .where('credentialName', 'in', kinds)
        .execute();
      const known = new Set(rows.map(({ credentialName }) => credentialName));
      return new Set(vendorIds.filter((id) => known.has(speechVendors[id].kind)));
    },

    /** How to reach a vendor with the newest key; undefined without one. */
    async connect(scope: Scope, vendor: SpeechVendorId): Promise<LiveSpeechConnection | undefined> {
      const id = await newest(scope, vendor);
      if (!id) return undefined;
      const { keyField, userField, addressField, regionField, baseUrl } = speechVendors[vendor];
      const secret = await openCredential(scope, id);
      const key = secret[keyField]?.trim() ?? '';
      const address = (addressField && secret[addressField]?.trim()) || '';
      // Some self-hosted servers require no key.
      if (key === '' && address === '') return undefined;
      const region = (regionField && secret[regionField]?.trim().toLowerCase()) || '';
      if (regionField && address === '' && !validRegion.test(region)) return undefined;
      const out = egress.of(scope.workspaceId);
      return {
        key,
        ...(userField && { userId: secret[userField]?.trim() ?? '' }),
        baseUrl: (address || baseUrl.replace('{region}', region)).replace(/(?<!\/)\/+$/, ''),
        fetch: (input, init) => out.fetch(input, init, { maxBytes }),
        openSocket: out.openSocket,
      };
    },
  };
}

export type SpeechKeys = ReturnType<typeof createSpeechKeys>;

import type { LiveSpeechConnection } from '@tendril/catalogue/speech/speech-connection';
import { type VoiceProviderId, voiceProviders } from '@tendril/contract/voice/voice';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import { speechVendors } from './speech-vendors.ts';

export interface SpeechKeyParts {
  db: Database;
  egress: Egress;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
}

const maxBytes = 64 * 1024 * 1024;

/** Finds the newest credential of each speech vendor. */
export function createSpeechKeys({ db, egress, openCredential }: SpeechKeyParts) {
  async function newest(scope: Scope, provider: VoiceProviderId): Promise<string | undefined> {
    const row = await db
      .selectFrom('credential')
      .select('id')
      .where('workspaceId', '=', scope.workspaceId)
      .where('credentialName', '=', speechVendors[provider].kind)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  return {
    /** The providers that the workspace has a key of. */
    async list(scope: Scope): Promise<Set<VoiceProviderId>> {
      const kinds = voiceProviders.map(({ id }) => speechVendors[id].kind);
      const rows = await db
        .selectFrom('credential')
        .select('credentialName')
        .distinct()
        .where('workspaceId', '=', scope.workspaceId)
        .where('credentialName', 'in', kinds)
        .execute();
      const known = new Set(rows.map(({ credentialName }) => credentialName));
      return new Set(voiceProviders.map(({ id }) => id).filter((id) => known.has(speechVendors[id].kind)));
    },

    /** How to reach a vendor with the newest key; undefined without one. */
    async connect(scope: Scope, provider: VoiceProviderId): Promise<LiveSpeechConnection | undefined> {
      const id = await newest(scope, provider);
      if (!id) return undefined;
      const { keyField, userField, addressField, baseUrl } = speechVendors[provider];
      const secret = await openCredential(scope, id);
      const key = secret[keyField]?.trim() ?? '';
      // Some self-hosted servers require no key.
      if (key === '' && !secret[addressField]) return undefined;
      const out = egress.of(scope.workspaceId);
      return {
        key,
        ...(userField && { userId: secret[userField]?.trim() ?? '' }),
        baseUrl: (secret[addressField]?.trim() || baseUrl).replace(/\/+$/, ''),
        fetch: (input, init) => out.fetch(input, init, { maxBytes }),
        openSocket: out.openSocket,
      };
    },
  };
}

export type SpeechKeys = ReturnType<typeof createSpeechKeys>;

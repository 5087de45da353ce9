import type { Answer } from '@tendril/contract/api/endpoint';
import type { listRetellAgentVersions, RetellAgent } from '@tendril/contract/api/retell-agents';
import type { RetellPageQuery, RetellVersion } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { PhoneNumbers } from '../../voice/phone-numbers/public.ts';
import { pageOf } from './page-of.ts';
import type { RetellVersionParts, RetellVersions } from './retell-versions.ts';

export interface RetellAgentParts extends RetellVersionParts {
  numbers: Pick<PhoneNumbers, 'list'>;
}

type Read = (scope: Scope, id: string, version?: RetellVersion) => Promise<RetellAgent>;

/** What Retell's clients do with the versions of an agent. */
export function retellAgentVersions(parts: RetellAgentParts, versions: RetellVersions, read: Read) {
  return {
    async readVersions(scope: Scope, id: string): Promise<RetellAgent[]> {
      const all = await versions.list(scope, id);
      return Promise.all(all.map(({ version }) => read(scope, id, version)));
    },

    async listVersions(
      scope: Scope,
      id: string,
      query: RetellPageQuery,
    ): Promise<Answer<typeof listRetellAgentVersions>> {
      const all = await versions.list(scope, id);
      const items = all.map(({ version, isPublished, modifiedAt, note }) => ({
        version,
        is_published: isPublished,
        last_modification_timestamp: modifiedAt,
        ...(note !== '' && { version_description: note }),
      }));
      return pageOf(items, query, ({ version }) => String(version));
    },

    async publish(
      caller: ScopedCaller,
      id: string,
      body: {
        version?: number | undefined;
        version_title?: string | null | undefined;
        version_description?: string | null | undefined;
      },
    ): Promise<void> {
      await versions.requireDraft(caller, id, body.version, 'version');
      const note = [body.version_title, body.version_description].filter(Boolean).join(': ');
      await parts.versions.publish(caller, id, note);
    },

    /** Throws INVALID_INPUT for the draft, CONFLICT for a version that calls are answered by. */
    async deleteVersion(caller: ScopedCaller, id: string, version: number): Promise<void> {
      const { id: versionId } = await versions.find(caller, id, version);
      if (versionId === null) {
        const [path, message] = ['query.version', 'is the draft; a draft is changed, not deleted'];
        throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
      }
      const number = (await parts.numbers.list(caller)).find((one) => leadsTo(one, versionId));
      if (number)
        throw new AppError('CONFLICT', `The phone number ${number.phoneNumber} leads to this version.`);
      await parts.versions.remove(caller, id, versionId);
    },

    /** The draft is reset to that version. */
    async createVersion(caller: ScopedCaller, id: string, base: number): Promise<RetellAgent> {
      const { id: versionId } = await versions.find(caller, id, base);
      if (versionId !== null) await parts.versions.restore(caller, id, versionId);
      return { ...(await read(caller, id)), base_version: base };
    },
  };
}

function leadsTo(record: { id: string }, versionId: string): boolean {
  const { inboundAgents, outboundAgents, afterHoursAgent } = readPhoneNumber(record);
  return [...inboundAgents, ...outboundAgents, afterHoursAgent].some((one) => one?.versionId === versionId);
}

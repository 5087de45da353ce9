import type { Answer } from '@tendril/contract/api/endpoint';
import type { listRetellAgentVersions, RetellAgent } from '@tendril/contract/api/retell-agents';
import type { RetellPageQuery } from '@tendril/contract/api/retell-pages';
import type { Scope } from '../../db/scope.ts';
import type { ScopedCaller } from '../../http/caller.ts';
import { pageOf } from './page-of.ts';
import type { RetellVersionParts, RetellVersions } from './retell-versions.ts';

type Read = (scope: Scope, id: string, version?: number) => Promise<RetellAgent>;

/** What clients of Retell do with the versions of an agent. */
export function retellAgentVersions(parts: RetellVersionParts, versions: RetellVersions, read: Read) {
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

    /** The draft becomes that version again. */
    async createVersion(caller: ScopedCaller, id: string, base: number): Promise<RetellAgent> {
      const { id: versionId } = await versions.find(caller, id, base);
      if (versionId !== null) await parts.versions.restore(caller, id, versionId);
      return { ...(await read(caller, id)), base_version: base };
    },
  };
}

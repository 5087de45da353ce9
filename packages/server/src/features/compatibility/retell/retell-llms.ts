import type { Answer } from '@tendril/contract/api/endpoint';
import {
  type listRetellLlms,
  type RetellLlm,
  type RetellLlmBody,
  retellLlmBody,
} from '@tendril/contract/api/retell-llms';
import type { RetellPageQuery, RetellVersion } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { fromRetellLlm } from './from-retell-llm.ts';
import { strictReading } from './reading.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { retellRecordStore } from './retell-records.store.ts';
import { type RetellVersionParts, retellVersions } from './retell-versions.ts';
import { toRetellLlm } from './to-retell-llm.ts';

/** LLM records in Retell's API. A record has the versions of the agent that answers by it. */
export function createRetellLlms(parts: RetellVersionParts) {
  const { db, agents } = parts;
  const versions = retellVersions(parts);
  const records = retellRecordStore(db);

  async function read(scope: Scope, id: string, version?: RetellVersion): Promise<RetellLlm> {
    const llm = await agents.readLlm(scope, id);
    const [agent] = await agents.findByLlm(scope, id);
    const isAlone = !agent && (version === undefined || version === 'latest' || version === 0);
    if (!agent && !isAlone) throw new AppError('NOT_FOUND', `The record has no version ${version}.`);
    if (agent && version !== undefined) {
      const { snapshot, facts } = await versions.snapshot(scope, agent.id, version);
      return toRetellLlm(snapshot.llm, { ...facts, id });
    }
    const draft = agent && (await versions.find(scope, agent.id, undefined));
    const modifiedAt = await records.updatedAt('voice_llm', scope, id);
    return toRetellLlm(llm, { id, version: draft?.version ?? 0, isPublished: false, modifiedAt });
  }

  return {
    read,

    async create(scope: Scope, body: RetellLlmBody): Promise<RetellLlm> {
      refuseUnserved(retellLlmBody, body);
      const { id } = await agents.createLlm(scope, fromRetellLlm(body, strictReading()));
      return read(scope, id);
    },

    async update(
      scope: Scope,
      id: string,
      body: RetellLlmBody,
      version: RetellVersion | undefined,
    ): Promise<RetellLlm> {
      refuseUnserved(retellLlmBody, body);
      const before = await agents.readLlm(scope, id);
      const [agent] = await agents.findByLlm(scope, id);
      if (agent) await versions.requireDraft(scope, agent.id, version, 'query.version');
      const reading = strictReading({ functions: before.functions });
      await agents.updateLlm(scope, id, fromRetellLlm(body, reading, before));
      return read(scope, id);
    },

    async list(scope: Scope, query: RetellPageQuery): Promise<Answer<typeof listRetellLlms>> {
      const { rows, ...rest } = await records.llms(scope, query);
      return { items: await Promise.all(rows.map(({ id }) => read(scope, id))), ...rest };
    },

    /** With `force`, agents that answer by it get a new record each. Throws CONFLICT otherwise. */
    async remove(scope: Scope, id: string, isForced: boolean): Promise<void> {
      await agents.readLlm(scope, id);
      const answering = isForced ? await agents.findByLlm(scope, id) : [];
      for (const agent of answering) {
        const fresh = await agents.createLlm(scope, {});
        await agents.update(scope, agent.id, {}, { llmId: fresh.id });
      }
      await agents.removeLlm(scope, id);
    },
  };
}

export type RetellLlms = ReturnType<typeof createRetellLlms>;

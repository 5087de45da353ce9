import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { Scope } from '../../../platform/db/scope.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { flowSecretPlace } from '../../../platform/secrets/secret-places.ts';
import { readSettings } from './flow-answer.ts';
import type { IntakeParts } from './flow-intake.ts';
import { flowSecretStore } from './flow-secrets.store.ts';
import { flowVersionStore } from './flow-versions.store.ts';
import { flowStore } from './flows.store.ts';
import { secretIdOf } from './secret-mark.ts';

/** A flow as its callers see it. */
export interface RunnableFlow extends Scope {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly isPublic: boolean;
  readonly apikeyid: string | null;
  readonly chatbotConfig: Readonly<Record<string, unknown>>;
  readonly apiConfig: Readonly<Record<string, unknown>>;
  readonly analytic: Readonly<Record<string, unknown>>;
  readonly speechToText: Readonly<Record<string, unknown>>;
  readonly textToSpeech: Readonly<Record<string, unknown>>;
  readonly followUpPrompts: Readonly<Record<string, unknown>>;
  readonly mcpServerConfig: Readonly<Record<string, unknown>>;
  readonly draftVersionId: string;
  /** The live version. */
  readonly liveVersionId: string;
}

interface OpenedVersion {
  readonly id: string;
  readonly number: number;
  readonly flowData: FlowData;
}

/** Flows and versions for running, for any caller: access is checked before. */
export interface LiveFlows {
  find(id: string): Promise<RunnableFlow | undefined>;
  /** A version with its sealed values opened; never leaves the server. Throws NOT_FOUND. */
  open(flow: RunnableFlow, versionId: string): Promise<OpenedVersion>;
  /** Bytes of a file of the flow. Throws NOT_FOUND. */
  readFile(flow: Scope & { readonly id: string }, name: string): Promise<Uint8Array>;
}

export function createLiveFlows({
  db,
  vault,
  files,
}: Pick<IntakeParts, 'db' | 'vault' | 'files'>): LiveFlows {
  const versions = flowVersionStore(db);
  const secrets = flowSecretStore(db);

  async function openValue(scope: Scope, value: unknown): Promise<unknown> {
    const id = secretIdOf(value);
    if (id === undefined) return value;
    const row = await secrets.find(scope, id);
    return row ? vault.open(flowSecretPlace(row), row.encryptedData) : '';
  }

  // An autosave may have replaced the draft since the flow was read.
  async function findDraft(flow: RunnableFlow, versionId: string) {
    if (versionId !== flow.draftVersionId) return undefined;
    const present = await flowStore(db).find(flow, flow.id);
    return present?.draftVersionId ? versions.find(flow, flow.id, present.draftVersionId) : undefined;
  }

  return {
    async find(id) {
      const row = await flowStore(db).findAnywhere(id);
      if (!row?.draftVersionId) return undefined;
      const live =
        row.publishedVersionId ?? (await versions.findLastSaved(row, id))?.id ?? row.draftVersionId;
      return {
        id,
        workspaceId: row.workspaceId,
        name: row.name,
        type: row.type,
        isPublic: row.isPublic === 1,
        apikeyid: row.apikeyid,
        chatbotConfig: readSettings(row.chatbotConfig),
        apiConfig: readSettings(row.apiConfig),
        analytic: readSettings(row.analytic),
        speechToText: readSettings(row.speechToText),
        textToSpeech: readSettings(row.textToSpeech),
        followUpPrompts: readSettings(row.followUpPrompts),
        mcpServerConfig: readSettings(row.mcpServerConfig),
        draftVersionId: row.draftVersionId,
        liveVersionId: live,
      };
    },

    async open(flow, versionId) {
      const version = (await versions.find(flow, flow.id, versionId)) ?? (await findDraft(flow, versionId));
      if (!version) throw new AppError('NOT_FOUND', 'Version not found.');
      const flowData = JSON.parse(version.flowData) as FlowData;
      for (const { data } of flowData.nodes) {
        for (const [name, value] of Object.entries(data.inputs ?? {})) {
          if (secretIdOf(value) !== undefined && data.inputs)
            data.inputs[name] = await openValue(flow, value);
        }
      }
      return { id: version.id, number: version.number, flowData };
    },

    async readFile(flow, name) {
      const file = await ownedFileStore(db, 'flow').findByName(flow, flow.id, name);
      if (!file) throw new AppError('NOT_FOUND', `The flow has no file "${name}".`);
      return files.read(flow.workspaceId, file.sha256);
    },
  };
}

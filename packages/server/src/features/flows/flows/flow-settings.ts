import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { updateFlowSettings } from '@tendril/contract/api/flow-settings';
import { AppError } from '@tendril/contract/app-error';
import * as shapes from '@tendril/contract/flow/flow-settings';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, FlowTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { authorOf } from './author-of.ts';
import { missingFlow } from './flow-writer.ts';
import { flowStore } from './flows.store.ts';
import type { FlowChanges } from './flows.ts';
import { readStored } from './read-stored.ts';
import { refuseForeignSecrets } from './settings-secrets.ts';

interface FlowSettingsParts {
  db: Database;
  audit: AuditLog;
  /** Throws NOT_FOUND, and notifies those who cache the flow. */
  change(scope: Scope, id: string, changes: FlowChanges): Promise<void>;
  /** Throws CONFLICT or NOT_FOUND when a flow must not be bound to the key. */
  requireKey(scope: Scope, keyId: string): Promise<void>;
  /** Whether a node of that name gives a chat model. */
  isChatModel(nodeName: string): Promise<boolean>;
}

type Settings = Answer<typeof updateFlowSettings>;
type Changes = Body<typeof updateFlowSettings>;

const sections = [
  'chatbotConfig',
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
] as const;

export type FlowSettingsService = ReturnType<typeof createFlowSettingsService>;

/** A flow's settings by section: how it looks, what it asks of visitors, what callers may change. */
export function createFlowSettingsService(parts: FlowSettingsParts) {
  async function read(scope: Scope, id: string): Promise<Settings> {
    const row = await flowStore(parts.db).find(scope, id);
    if (!row) throw missingFlow();
    return toSettings(row);
  }

  return {
    /** Throws NOT_FOUND. */
    read,

    /** Replaces the sections that are given. Throws INVALID_INPUT with the field at fault. */
    async update(caller: ScopedCaller, id: string, changes: Changes): Promise<Settings> {
      if (changes.apikeyid) await parts.requireKey(caller, changes.apikeyid);
      await refuseUnknownModel(changes, parts.isChatModel);
      await refuseForeignSecrets(parts.db, caller, changes, await read(caller, id));
      await parts.change(caller, id, toColumns(changes));
      await parts.audit.record({
        workspaceId: caller.workspaceId,
        actor: authorOf(caller),
        action: 'flow-settings-changed',
        target: id,
        detail: { sections: Object.keys(changes) },
      });
      return read(caller, id);
    },
  };
}

async function refuseUnknownModel(
  { followUpPrompts }: Changes,
  isChatModel: FlowSettingsParts['isChatModel'],
): Promise<void> {
  const { status, selectedProvider } = followUpPrompts ?? {};
  if (!status || !selectedProvider || (await isChatModel(selectedProvider))) return;
  const path = 'followUpPrompts.selectedProvider';
  const message = `this installation has no chat model "${selectedProvider}"`;
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function toColumns(changes: Changes): FlowChanges {
  const columns: FlowChanges = {};
  if (changes.isPublic !== undefined) columns.isPublic = changes.isPublic ? 1 : 0;
  if (changes.apikeyid !== undefined) columns.apikeyid = changes.apikeyid;
  if (changes.category !== undefined) columns.category = changes.category;
  for (const section of sections) {
    const value = changes[section];
    if (value !== undefined)
      columns[section] = Object.keys(value).length === 0 ? null : JSON.stringify(value);
  }
  return columns;
}

function toSettings(row: FlowTable): Settings {
  return {
    isPublic: row.isPublic === 1,
    apikeyid: row.apikeyid,
    category: row.category ?? '',
    chatbotConfig: readStored(shapes.chatbotConfig, row.chatbotConfig),
    apiConfig: readStored(shapes.apiConfig, row.apiConfig),
    analytic: readStored(shapes.analyticConfig, row.analytic),
    speechToText: readStored(shapes.speechConfig, row.speechToText),
    textToSpeech: readStored(shapes.speechConfig, row.textToSpeech),
    followUpPrompts: readStored(shapes.followUpPrompts, row.followUpPrompts),
    mcpServerConfig: readStored(shapes.mcpConfig, row.mcpServerConfig),
  };
}

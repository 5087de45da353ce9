import { infrastructure } from './migrations/0001-ground.ts';
import { chatMarks } from './migrations/0002-chat-marks.ts';
import { flowSettings } from './migrations/0003-flow-settings.ts';
import { upserts } from './migrations/0004-upserts.ts';
import { runParts } from './migrations/0005-run-parts.ts';
import { secrets } from './migrations/0011-secrets.ts';
import { toolkit } from './migrations/0012-toolkit.ts';
import { keys } from './migrations/0013-keys.ts';
import { assistants } from './migrations/0014-assistants.ts';
import { templates } from './migrations/0015-templates.ts';
import { knowledge } from './migrations/0016-knowledge.ts';
import { voiceAgents } from './migrations/0017-voice-agents.ts';
import { calls } from './migrations/0018-calls.ts';
import { voiceWebhooks } from './migrations/0019-voice-webhooks.ts';
import { voices } from './migrations/0020-voices.ts';
import { simulations } from './migrations/0021-simulations.ts';
import { webhookSecretOwners } from './migrations/0022-webhook-secret-owners.ts';
import { callEventNames } from './migrations/0023-call-event-names.ts';
import { trust } from './migrations/0024-trust.ts';
import { ownership } from './migrations/0025-ownership.ts';
import { flowFolders } from './migrations/0026-flow-folders.ts';
import { workspaceLimits } from './migrations/0027-workspace-limits.ts';
import { flowListIndexes } from './migrations/0028-flow-list-indexes.ts';
import { durableRuns } from './migrations/0029-durable-runs.ts';
import { flowTriggers } from './migrations/0030-flow-triggers.ts';
import { importReports } from './migrations/0031-import-reports.ts';
import { upsertRecords } from './migrations/0032-upsert-records.ts';
import { runListIndexes } from './migrations/0033-run-list-indexes.ts';
import { revisions } from './migrations/0034-revisions.ts';
import { readsAtSize } from './migrations/0035-reads-at-size.ts';
import { contentChecks } from './migrations/0036-content-checks.ts';
import { roles } from './migrations/0037-roles.ts';
import { signIn } from './migrations/0038-sign-in.ts';
import { jobLanes } from './migrations/0039-job-lanes.ts';
import { retention } from './migrations/0041-retention.ts';
import { retentionIndexes } from './migrations/0041-retention-indexes.ts';
import { processAddresses } from './migrations/0042-process-addresses.ts';
import { usage } from './migrations/0043-usage.ts';
import { callGiven } from './migrations/0044-call-given.ts';
import { signInProviders } from './migrations/0045-sign-in-providers.ts';
import { eventPartitions } from './migrations/0046-event-partitions.ts';
import { knowledgeIndex } from './migrations/0047-knowledge-index.ts';
import { chunkIndexTexts } from './migrations/0048-chunk-index-texts.ts';
import { loaderReading } from './migrations/0048-loader-reading.ts';
import { processRoles } from './migrations/0055-process-roles.ts';
import { documentFiles } from './migrations/0056-document-files.ts';
import { fileWork } from './migrations/0057-file-work.ts';
import { sourceSyncs } from './migrations/0058-source-syncs.ts';
import { citations } from './migrations/0059-citations.ts';
import { knowledgeMeasures } from './migrations/0060-knowledge-measures.ts';
import { knowledgeAccess } from './migrations/0061-knowledge-access.ts';
import { outsideStores } from './migrations/0062-outside-stores.ts';
import { chunkEditions } from './migrations/0063-chunk-editions.ts';
import { sourceChecks } from './migrations/0065-source-checks.ts';
import { knowledgeOwners } from './migrations/0066-knowledge-owners.ts';
import { providerSignOuts } from './migrations/0069-provider-sign-outs.ts';
import { phoneLines } from './migrations/0072-phone-lines.ts';
import { doNotCall } from './migrations/0074-do-not-call.ts';
import { batchCalls } from './migrations/0075-batch-calls.ts';
import { retellRecords } from './migrations/0076-retell-records.ts';
import { callViews } from './migrations/0078-call-views.ts';
import { callReplays } from './migrations/0079-call-replays.ts';
import { wordMerges } from './migrations/0081-word-merges.ts';
import { eventBytes } from './migrations/0082-event-bytes.ts';
import { vectorTables } from './migrations/0085-vector-tables.ts';
import { callCostParts } from './migrations/0086-call-cost-parts.ts';
import { callSearch } from './migrations/0087-call-search.ts';
import { callFacts } from './migrations/0088-call-facts.ts';
import { leanIndexes } from './migrations/0089-lean-indexes.ts';
import { systemAlerts } from './migrations/0090-system-alerts.ts';
import type { SchemaMigration } from './schema-migration.ts';

/** All migrations by name, in order; a released one is never changed. */
export const migrations: Record<string, SchemaMigration> = {
  '0001-ground': infrastructure,
  '0002-chat-marks': chatMarks,
  '0003-flow-settings': flowSettings,
  '0004-upserts': upserts,
  '0005-run-parts': runParts,
  '0011-secrets': secrets,
  '0012-toolkit': toolkit,
  '0013-keys': keys,
  '0014-assistants': assistants,
  '0015-templates': templates,
  '0016-knowledge': knowledge,
  '0017-voice-agents': voiceAgents,
  '0018-calls': calls,
  '0019-voice-webhooks': voiceWebhooks,
  '0020-voices': voices,
  '0021-simulations': simulations,
  '0022-webhook-secret-owners': webhookSecretOwners,
  '0023-call-event-names': callEventNames,
  '0024-trust': trust,
  '0025-ownership': ownership,
  '0026-flow-folders': flowFolders,
  '0027-workspace-limits': workspaceLimits,
  '0028-flow-list-indexes': flowListIndexes,
  '0029-durable-runs': durableRuns,
  '0030-flow-triggers': flowTriggers,
  '0031-import-reports': importReports,
  '0032-upsert-records': upsertRecords,
  '0033-run-list-indexes': runListIndexes,
  '0034-revisions': revisions,
  '0035-reads-at-size': readsAtSize,
  '0036-content-checks': contentChecks,
  '0037-roles': roles,
  '0038-sign-in': signIn,
  '0039-job-lanes': jobLanes,
  '0041-retention': retention,
  '0041-retention-indexes': retentionIndexes,
  '0042-process-addresses': processAddresses,
  '0043-usage': usage,
  '0044-call-given': callGiven,
  '0045-sign-in-providers': signInProviders,
  '0046-event-partitions': eventPartitions,
  '0047-knowledge-index': knowledgeIndex,
  '0048-chunk-index-texts': chunkIndexTexts,
  '0048-loader-reading': loaderReading,
  '0055-process-roles': processRoles,
  '0056-document-files': documentFiles,
  '0057-file-work': fileWork,
  '0058-source-syncs': sourceSyncs,
  '0059-citations': citations,
  '0060-knowledge-measures': knowledgeMeasures,
  '0061-knowledge-access': knowledgeAccess,
  '0062-outside-stores': outsideStores,
  '0063-chunk-editions': chunkEditions,
  '0065-source-checks': sourceChecks,
  '0066-knowledge-owners': knowledgeOwners,
  '0069-provider-sign-outs': providerSignOuts,
  '0072-phone-lines': phoneLines,
  '0074-do-not-call': doNotCall,
  '0075-batch-calls': batchCalls,
  '0076-retell-records': retellRecords,
  '0078-call-views': callViews,
  '0079-call-replays': callReplays,
  '0081-word-merges': wordMerges,
  '0082-event-bytes': eventBytes,
  '0085-vector-tables': vectorTables,
  '0086-call-cost-parts': callCostParts,
  '0087-call-search': callSearch,
  '0088-call-facts': callFacts,
  '0089-lean-indexes': leanIndexes,
  '0090-system-alerts': systemAlerts,
};

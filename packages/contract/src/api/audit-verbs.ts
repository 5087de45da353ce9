import type { EndpointDefinition } from './endpoint.ts';
import { agentsPrefix, corePrefix, studioPrefix } from './prefixes.ts';

const hub = agentsPrefix.replace(/\/agents$/, '');
const store = `${studioPrefix}/document-store`;
const numbers = `${corePrefix}/assistant-phone-numbers`;
const retell = '/api/retell';

/** Changes that features record themselves. Each verb stands between the name of a person and that of the object. */
const eventVerbs = {
  'owner-registered': 'created the owner account',
  'user-signed-in': 'signed in',
  'user-signed-out': 'signed out',
  'sign-in-failed': 'blocked a sign-in with a wrong password',
  'password-refused': 'entered a wrong current password',
  'refresh-reused': 'used a session from two places, so it was ended',
  'invitation-accepted': 'joined through an invitation',
  'person-removed': 'removed',
  'profile-changed': 'changed their name or email',
  'password-changed': 'changed their password',
  'workspace-created': 'created the workspace',
  'workspace-entered': 'switched to this workspace',
  'limits-changed': 'changed the limits',
  'api-key-created': 'created the API key',
  'api-key-renamed': 'renamed the API key',
  'api-key-deleted': 'deleted the API key',
  'api-keys-imported': 'imported API keys',
  'flow-published': 'published',
  'flow-settings-changed': 'changed the settings of',
  'bundle-imported': 'imported a file',
  'assistant-created': 'created the assistant',
  'assistant-changed': 'edited the assistant',
  'assistant-deleted': 'deleted the assistant',
  'voice-agent-created': 'created the voice agent',
  'voice-agent-deleted': 'deleted the voice agent',
  'voice-agent-published': 'published the voice agent',
  'voice-agent-restored': 'restored a version of the voice agent',
  'voice-agent-version-deleted': 'deleted a version of the voice agent',
  'voice-agent-imported': 'imported the voice agent',
  'voice-agent-duplicated': 'duplicated the voice agent as',
} as const;

/** A change that a feature records itself. */
export type AuditEvent = keyof typeof eventVerbs;
/** A change recorded by its route: the method and the path with its parameters unfilled. */
export type AuditRoute = `${EndpointDefinition['method']} ${string}`;

const routeVerbs: Readonly<Record<AuditRoute, string>> = {
  [`POST ${studioPrefix}/apikey`]: 'created the API key',
  [`DELETE ${studioPrefix}/apikey/:id`]: 'deleted the API key',
  [`POST ${studioPrefix}/apikey/import`]: 'imported API keys',
  [`PUT ${studioPrefix}/apikey/:id`]: 'renamed the API key',

  [`POST ${corePrefix}/assistant-profiles`]: 'created the assistant profile',
  [`DELETE ${corePrefix}/assistant-profiles/:id`]: 'deleted the assistant profile',
  [`PATCH ${corePrefix}/assistant-profiles/:id`]: 'edited the assistant profile',
  [`PUT ${corePrefix}/assistant-profiles/:id`]: 'edited the assistant profile',

  [`POST ${studioPrefix}/assistants`]: 'created the assistant',
  [`PUT ${studioPrefix}/assistants/:id`]: 'edited the assistant',
  [`DELETE ${studioPrefix}/assistants/:id`]: 'deleted the assistant',
  [`POST ${studioPrefix}/assistants/:id/conversion`]: 'converted the assistant',
  [`POST ${studioPrefix}/assistants/:id/flow`]: 'copied an assistant to the flow',
  [`POST ${studioPrefix}/assistants/generate/instruction`]: 'generated instructions for an assistant',

  [`PUT ${corePrefix}/auths/password`]: 'changed their password',
  [`PUT ${corePrefix}/auths/profile`]: 'changed their name or email',
  [`DELETE ${corePrefix}/auths/sessions`]: 'signed out their other sessions',
  [`DELETE ${corePrefix}/auths/sessions/:id`]: 'signed out one of their sessions',
  [`POST ${corePrefix}/auths/switch-workspace`]: 'switched to another workspace',

  [`PUT ${corePrefix}/workspace/limits`]: 'changed the limits',
  [`POST ${corePrefix}/workspace/invitations`]: 'created an invitation',
  [`DELETE ${corePrefix}/workspace/invitations/:id`]: 'revoked an invitation',
  [`DELETE ${corePrefix}/workspace/people/:id`]: 'removed',

  [`POST ${studioPrefix}/flows`]: 'created',
  [`PATCH ${studioPrefix}/flows`]: 'moved or tagged flows',
  [`PATCH ${studioPrefix}/flows/:id`]: 'renamed or changed',
  [`PUT ${studioPrefix}/flows/:id/draft`]: 'edited',
  [`DELETE ${studioPrefix}/flows/:id`]: 'deleted the flow',
  [`POST ${studioPrefix}/flows/:id/duplicate`]: 'created a copy named',
  [`POST ${studioPrefix}/flows/starters/:starter`]: 'created from a starter',
  [`PATCH ${studioPrefix}/flows/:id/settings`]: 'changed the settings of',
  [`POST ${studioPrefix}/flows/:id/publish`]: 'published',
  [`PUT ${studioPrefix}/flows/:id/import-report`]: 'changed the import report of',
  [`PATCH ${studioPrefix}/flows/:id/schedule`]: 'changed the schedule of',
  [`POST ${studioPrefix}/flows/:id/webhook-secret`]: 'replaced the webhook secret of',
  [`POST ${studioPrefix}/flows/:id/firings/:firingId/repeat`]: 'repeated a start of',
  [`PUT ${studioPrefix}/executions/:id`]: 'changed the sharing of the run',
  [`DELETE ${studioPrefix}/executions/:id`]: 'deleted the run',
  [`DELETE ${studioPrefix}/executions`]: 'deleted runs',
  [`POST ${studioPrefix}/import`]: 'imported files',
  [`PATCH ${studioPrefix}/flows/:id/versions/:versionId`]: 'changed a version note of',
  [`POST ${studioPrefix}/flows/:id/versions/:versionId/restore`]: 'restored a version of',
  [`POST ${studioPrefix}/flows/:id/files`]: 'uploaded files to',
  [`POST ${studioPrefix}/chatflows`]: 'created and published',
  [`PUT ${studioPrefix}/chatflows/:id`]: 'edited and published',
  [`DELETE ${studioPrefix}/chatflows/:id`]: 'deleted the flow',
  [`DELETE ${studioPrefix}/chatmessage/:id`]: 'deleted messages of',
  [`DELETE ${studioPrefix}/leads/:id`]: 'deleted a lead',
  [`POST ${studioPrefix}/jobs/:id/cancel`]: 'stopped a job',
  [`POST ${studioPrefix}/vector/upsert/:id`]: 'upserted the vector store of',
  [`POST ${studioPrefix}/vector/internal-upsert/:id`]: 'upserted the vector store of',
  [`PATCH ${studioPrefix}/upsert-history`]: 'deleted upsert history entries',

  [`POST ${studioPrefix}/templates`]: 'saved the template',
  [`DELETE ${studioPrefix}/templates/:id`]: 'deleted a template',
  [`POST ${studioPrefix}/templates/:id/flows`]: 'created from a template',
  [`POST ${studioPrefix}/templates/:id/tools`]: 'created a tool from a template',
  [`POST ${studioPrefix}/templates/:id/graph`]: 'inserted a template into a flow',
  [`POST ${studioPrefix}/templates/:id/runs`]: 'tried a template',
  [`POST ${studioPrefix}/marketplaces/custom`]: 'saved the template',
  [`DELETE ${studioPrefix}/marketplaces/custom/:id`]: 'deleted a template',

  [`POST ${studioPrefix}/tools`]: 'created the tool',
  [`PUT ${studioPrefix}/tools/:id`]: 'edited the tool',
  [`DELETE ${studioPrefix}/tools/:id`]: 'deleted the tool',
  [`POST ${studioPrefix}/tools/import/files`]: 'imported tools from files',
  [`POST ${studioPrefix}/tools/import/tools`]: 'imported tools',
  [`POST ${studioPrefix}/tools/import/curl`]: 'read a cURL command',
  [`POST ${studioPrefix}/tools/import/openapi`]: 'read an OpenAPI document',
  [`POST ${studioPrefix}/mcp-servers`]: 'added the MCP server',
  [`PUT ${studioPrefix}/mcp-servers/:id`]: 'edited the MCP server',
  [`DELETE ${studioPrefix}/mcp-servers/:id`]: 'deleted the MCP server',
  [`PUT ${studioPrefix}/mcp-servers/:id/tools`]: 'turned tools on or off for the MCP server',
  [`POST ${studioPrefix}/mcp-servers/:id/connect`]: 'connected to the MCP server',

  [`POST ${studioPrefix}/variables`]: 'created the variable',
  [`PUT ${studioPrefix}/variables/:id`]: 'edited the variable',
  [`DELETE ${studioPrefix}/variables/:id`]: 'deleted the variable',

  [`POST ${studioPrefix}/credentials`]: 'added the secret',
  [`PUT ${studioPrefix}/credentials/:id`]: 'edited the secret',
  [`DELETE ${studioPrefix}/credentials/:id`]: 'deleted the secret',
  [`POST ${studioPrefix}/credentials/:id/hosts`]: 'allowed another server for the secret',
  [`POST ${studioPrefix}/credentials/:id/test`]: 'tested the secret',
  [`POST ${studioPrefix}/oauth2-credential/authorize/:id`]: 'started to connect the secret',
  [`POST ${studioPrefix}/oauth2-credential/refresh/:id`]: 'refreshed the access token of the secret',

  [`POST ${store}/store`]: 'created the knowledge base',
  [`PUT ${store}/store/:id`]: 'renamed the knowledge base',
  [`DELETE ${store}/store/:id`]: 'deleted the knowledge base',
  [`POST ${store}/store/:id/files`]: 'uploaded files to the knowledge base',
  [`POST ${store}/loader/save`]: 'saved a source of a knowledge base',
  [`POST ${store}/loader/preview`]: 'previewed a source of a knowledge base',
  [`POST ${store}/loader/process/:loaderId`]: 'processed a source of a knowledge base',
  [`DELETE ${store}/loader/:id/:loaderId`]: 'deleted a source of the knowledge base',
  [`PUT ${store}/chunks/:storeId/:loaderId/:chunkId`]: 'edited a chunk of the knowledge base',
  [`DELETE ${store}/chunks/:storeId/:loaderId/:chunkId`]: 'deleted a chunk of the knowledge base',
  [`POST ${store}/upsert/:id`]: 'added a document to the knowledge base',
  [`POST ${store}/refresh/:id`]: 'refreshed the knowledge base',
  [`POST ${store}/generate-tool-desc/:id`]: 'generated a description of the knowledge base',
  [`POST ${store}/vectorstore/save`]: 'set up embeddings of a knowledge base',
  [`POST ${store}/vectorstore/update`]: 'changed the embeddings of a knowledge base',
  [`POST ${store}/vectorstore/insert`]: 'embedded the chunks of a knowledge base',
  [`POST ${store}/vectorstore/query`]: 'searched a knowledge base',
  [`DELETE ${store}/vectorstore/:storeId`]: 'deleted the vectors of the knowledge base',

  [`POST ${studioPrefix}/export-import/export`]: 'exported data',
  [`POST ${studioPrefix}/export-import/bundle`]: 'exported a full copy',
  [`POST ${studioPrefix}/export-import/import`]: 'imported a file',
  [`POST ${studioPrefix}/export-import/inspect`]: 'checked a file for import',

  [`POST ${numbers}`]: 'added the phone number',
  [`PUT ${numbers}/:id`]: 'edited the phone number',
  [`DELETE ${numbers}/:id`]: 'deleted the phone number',
  [`POST ${numbers}/:id/webhook-secret`]: 'renewed the webhook secret of the phone number',
  [`POST ${numbers}/imports`]: 'imported phone numbers',

  [`POST ${agentsPrefix}`]: 'created the voice agent',
  [`PUT ${agentsPrefix}/:id`]: 'edited the voice agent',
  [`DELETE ${agentsPrefix}/:id`]: 'deleted the voice agent',
  [`PUT ${agentsPrefix}/:id/settings`]: 'changed the settings of the voice agent',
  [`POST ${agentsPrefix}/:id/duplicate`]: 'duplicated the voice agent as',
  [`POST ${agentsPrefix}/:id/versions`]: 'published the voice agent',
  [`POST ${agentsPrefix}/:id/versions/:versionId/restore`]: 'restored a version of the voice agent',
  [`POST ${agentsPrefix}/:id/webhook/secret`]: 'renewed the webhook secret of the voice agent',
  [`POST ${agentsPrefix}/:id/webhook/test`]: 'tested the webhook of the voice agent',
  [`POST ${agentsPrefix}/:id/webhook/deliveries/:deliveryId/resend`]:
    'resent a webhook event of the voice agent',
  [`POST ${agentsPrefix}/:id/simulations`]: 'created the test case',
  [`POST ${agentsPrefix}/:id/simulations/suggestions`]: 'generated test cases for the voice agent',
  [`PUT ${hub}/simulations/:id`]: 'edited the test case',
  [`DELETE ${hub}/simulations/:id`]: 'deleted the test case',
  [`POST ${hub}/simulations/:id/runs`]: 'ran the test case',
  [`POST ${hub}/agent-imports`]: 'imported the voice agent',
  [`PUT ${hub}/llms/:id`]: 'edited the prompt of a voice agent',
  [`DELETE ${hub}/calls/:id`]: 'deleted a call',
  [`POST ${hub}/voices`]: 'added the voice',
  [`DELETE ${hub}/voices/:id`]: 'deleted the voice',

  [`POST ${retell}/create-agent`]: 'created the voice agent',
  [`PATCH ${retell}/update-agent/:agentId`]: 'edited the voice agent',
  [`DELETE ${retell}/delete-agent/:agentId`]: 'deleted the voice agent',
  [`POST ${retell}/create-agent-version/:agentId`]: 'restored a version of the voice agent',
  [`DELETE ${retell}/delete-agent-version/:agentId`]: 'deleted a version of the voice agent',
  [`POST ${retell}/publish-agent/:agentId`]: 'published the voice agent',
  [`POST ${retell}/publish-agent-version/:agentId`]: 'published the voice agent',
  [`POST ${retell}/create-knowledge-base`]: 'created the knowledge base',
  [`DELETE ${retell}/delete-knowledge-base/:knowledgeBaseId`]: 'deleted the knowledge base',
  [`POST ${retell}/add-knowledge-base-sources/:knowledgeBaseId`]: 'added sources to the knowledge base',
  [`DELETE ${retell}/delete-knowledge-base-source/:knowledgeBaseId/source/:sourceId`]:
    'deleted a source of the knowledge base',
  [`POST ${retell}/create-retell-llm`]: 'created a prompt',
  [`PATCH ${retell}/update-retell-llm/:llmId`]: 'edited the prompt of a voice agent',
  [`DELETE ${retell}/delete-retell-llm/:llmId`]: 'deleted a prompt',
  [`POST ${retell}/create-phone-number`]: 'added the phone number',
  [`POST ${retell}/import-phone-number`]: 'added the phone number',
  [`PATCH ${retell}/update-phone-number/:phoneNumber`]: 'edited the phone number',
  [`DELETE ${retell}/delete-phone-number/:phoneNumber`]: 'deleted the phone number',
  [`POST ${retell}/add-community-voice`]: 'added the voice',
};

const verbs = new Map<string, string>([...Object.entries(eventVerbs), ...Object.entries(routeVerbs)]);

/** What was done, in plain words, for a recorded action; nothing for one that this version does not know. */
export function auditVerb(action: string): string | undefined {
  return verbs.get(action);
}

/** The recorded actions whose verb contains these words. */
export function auditActionsLike(words: string): string[] {
  const wanted = words.toLowerCase();
  return [...verbs].flatMap(([action, verb]) => (verb.includes(wanted) ? [action] : []));
}

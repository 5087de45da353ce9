import { deleteChatMessages, listChatMessages, readFlowStats } from '@tendril/contract/api/chat-messages';
import {
  isStreaming,
  readChatflow,
  readChatflowChange,
  readPublicChatbotConfig,
  readPublicChatflow,
  readUploadRules,
} from '@tendril/contract/api/chatflows';
import { downloadAssistantFile } from '@tendril/contract/api/embed';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { createFeedback, listFeedback, updateFeedback } from '@tendril/contract/api/feedback';
import { readFlowConfig, validateFlow } from '@tendril/contract/api/flow-settings';
import { readFlowForm, sendFlowForm, webhookEndpoints } from '@tendril/contract/api/flow-triggers';
import { createLead, listLeads } from '@tendril/contract/api/leads';
import { deleteMcp, getMcp, postMcp } from '@tendril/contract/api/mcp';
import { createCompletion, listModels, readModel } from '@tendril/contract/api/open-ai';
import { abortChat, predict } from '@tendril/contract/api/predictions';
import { followRun } from '@tendril/contract/api/runs';
import { abortSpeech, generateSpeech } from '@tendril/contract/api/speech';
import { createAttachments, readUploadedFile } from '@tendril/contract/api/uploads';
import { listUpsertHistory, upsertVectors } from '@tendril/contract/api/upserts';

/** The parameter that names the flow; `inside` where the feature itself checks the key's scope. */
type FlowPlace = 'id' | 'flowId' | 'chatflowId' | 'chatflowid' | 'inside';

/**
 * What a key for chosen flows may call: using a flow, and reading what that has produced. Every other route is closed
 * to it, including new ones. Changing a flow is not allowed: a flow may name any secret and any code of the workspace.
 */
const places: ReadonlyMap<EndpointDefinition, FlowPlace> = new Map<EndpointDefinition, FlowPlace>([
  [predict, 'id'],
  [readFlowForm, 'id'],
  [sendFlowForm, 'id'],
  ...webhookEndpoints.map((webhook): [EndpointDefinition, FlowPlace] => [webhook, 'id']),
  [abortChat, 'chatflowid'],
  [upsertVectors, 'id'],
  [createAttachments, 'chatflowId'],
  [isStreaming, 'id'],
  [readUploadRules, 'id'],
  [readPublicChatflow, 'id'],
  [readPublicChatbotConfig, 'id'],
  [createFeedback, 'id'],
  [postMcp, 'flowId'],
  [getMcp, 'flowId'],
  [deleteMcp, 'flowId'],
  [readChatflow, 'id'],
  [readFlowConfig, 'id'],
  [validateFlow, 'id'],
  [readChatflowChange, 'id'],
  [readFlowStats, 'id'],
  [listChatMessages, 'id'],
  [deleteChatMessages, 'id'],
  [listFeedback, 'id'],
  [listLeads, 'id'],
  [listUpsertHistory, 'id'],
  [createCompletion, 'inside'],
  [createLead, 'inside'],
  [downloadAssistantFile, 'inside'],
  [generateSpeech, 'inside'],
  [abortSpeech, 'inside'],
  [listModels, 'inside'],
  [readModel, 'inside'],
  [readUploadedFile, 'inside'],
  [updateFeedback, 'inside'],
  [followRun, 'inside'],
]);

/** Whether a key for these flows may call the endpoint with these parameters. */
export function isOpenToFlows(
  endpoint: EndpointDefinition | undefined,
  params: unknown,
  flowIds: ReadonlySet<string>,
): boolean {
  const place = endpoint && places.get(endpoint);
  if (!place || place === 'inside') return place === 'inside';
  return flowIds.has(String((params as Record<string, unknown>)[place]));
}

import type { Chatflow } from '@tendril/contract/api/chatflows';
import type { FlowTable } from '../../../platform/db/schema.ts';

/** A flow in the format of Flowise's clients: JSON columns as text, dates in ISO format. */
export function toChatflow(row: FlowTable, flowData: string): Chatflow {
  return {
    id: row.id,
    name: row.name,
    flowData,
    deployed: row.deployed === 1,
    isPublic: row.isPublic === 1,
    apikeyid: row.apikeyid,
    chatbotConfig: row.chatbotConfig,
    apiConfig: row.apiConfig,
    analytic: row.analytic,
    speechToText: row.speechToText,
    textToSpeech: row.textToSpeech,
    followUpPrompts: row.followUpPrompts,
    mcpServerConfig: row.mcpServerConfig,
    category: row.category,
    type: row.type,
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}

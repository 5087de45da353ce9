import * as contract from '@tendril/contract/flow/flow-settings';
import type * as z from 'zod';
import type { SettingsColumn } from './section-slices.ts';

/** The contract's schema of each stored column. */
export const columnSchemas: Readonly<Record<SettingsColumn, z.ZodType>> = {
  chatbotConfig: contract.chatbotConfig,
  apiConfig: contract.apiConfig,
  analytic: contract.analyticConfig,
  speechToText: contract.speechConfig,
  textToSpeech: contract.speechConfig,
  followUpPrompts: contract.followUpPrompts,
  mcpServerConfig: contract.mcpConfig,
};

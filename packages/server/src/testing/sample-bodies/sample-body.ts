/** Ids of one of everything that the voice features have. */
export interface FurnishedWorkspace {
  agentId: string;
  chatAgentId: string;
  llmId: string;
  versionId: string;
  callId: string;
  numberId: string;
  phoneNumber: string;
  voiceId: string;
  simulationId: string;
  knowledgeBaseId: string;
  deliveryId: string;
  viewId: string;
  replayId: string;
  flowId: string;
}

/** Makes a valid body that refers to what is in the workspace. */
export type SampleBody = (furnished: FurnishedWorkspace) => Record<string, unknown>;

import type { VoiceProviderId } from '@tendril/contract/voice/voice';
import type { Generated } from 'kysely';
import type { BatchCallTables } from './batch-call-tables.ts';
import type { Bit, Holder, Json, Time } from './column.ts';

/** A voice agent; a field that was never saved is null. */
export interface VoiceAgentTable {
  id: string;
  workspaceId: string;
  /** Of `voice_llm`. */
  llmId: string;
  agentName: string;
  voiceId: string;
  language: string;
  voiceSpeed: number | null;
  volume: number | null;
  responsiveness: number | null;
  interruptionSensitivity: number | null;
  sttMode: 'fast' | 'accurate' | null;
  enableVoicemailDetection: Bit | null;
  voicemailDetectionTimeoutMs: number | null;
  endCallAfterSilenceMs: number | null;
  maxCallDurationMs: number | null;
  beginMessageDelayMs: number | null;
  /** The settings that were saved; the others have their defaults. */
  settings: Json;
  /** The version that answers calls; null before the first publication. */
  liveVersionId: string | null;
  createdAt: Time;
  updatedAt: Time;
}

/** The LLM record of an agent; secrets in it are sealed. */
export interface VoiceLlmTable {
  id: string;
  workspaceId: string;
  /** The fields that were saved; the others have their defaults. */
  fields: Json;
  /** Counts the saves. */
  revision: number;
  /** For each field, the revision that changed it last. */
  fieldRevisions: Json;
  createdAt: Time;
  updatedAt: Time;
}

/** An agent's whole state at one time; never changed. */
export interface VoiceAgentVersionTable {
  id: string;
  workspaceId: string;
  agentId: string;
  number: number;
  /** `kept`: a draft that was replaced by a restored version. */
  kind: 'published' | 'kept';
  note: string;
  author: string | null;
  createdAt: Time;
  /** Secrets are sealed as in the record. */
  snapshot: Json;
}

/** A webhook delivery: one row per event and address; the body is exactly what is sent. */
export interface WebhookDeliveryTable {
  /** Order of the events; time may step back, this never does. */
  seq: Generated<number>;
  id: string;
  workspaceId: string;
  agentId: string;
  callId: string | null;
  event: string;
  url: string;
  /** Of the address: a slow receiver holds up only itself. */
  origin: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  lastMs: number | null;
  nextAt: Time | null;
  leaseOwner: string | null;
  leasedUntil: Time | null;
  createdAt: Time;
  updatedAt: Time;
  body: Json;
}

/** The secret that signs the events of an agent, or the inbound requests of a phone number. */
interface WebhookSecretTable {
  ownerId: string;
  workspaceId: string;
  sealedSecret: string;
  hint: string;
  createdAt: Time;
}

/** A call on any kind of line. For a private one nothing that anybody said or gave is stored here. */
export interface CallTable {
  id: string;
  workspaceId: string;
  agentId: string;
  agentName: string;
  /** 0 for the draft. */
  agentVersion: number;
  /** Null for the draft. */
  versionId: string | null;
  channel: 'audio' | 'text';
  kind: 'test' | 'web' | 'phone' | 'simulation';
  direction: 'inbound' | 'outbound';
  fromNumber: string;
  toNumber: string;
  status: 'registered' | 'not_connected' | 'ongoing' | 'ended' | 'error';
  startedAt: Time | null;
  endedAt: Time | null;
  durationMs: number;
  disconnectionReason: string | null;
  isDemo: Bit;
  /** Its agent stores no sensitive data. */
  isPrivate: Bit;
  hasRecording: Bit;
  /** The recording's address is signed. */
  isSigned: Bit;
  costUsd: number;
  /** What its parts cost; null until it has ended, and of calls from before they were kept. */
  costParts?: Json | null;
  /** What happened in it beside its words; null until it has ended, and of calls from before they were kept. */
  facts?: Json | null;
  /** Of the whole answer, for the figures of lists. */
  e2eP50Ms: number | null;
  e2eP95Ms: number | null;
  /** From the analysis; null while there is none. */
  isSuccessful: Bit | null;
  /** Of the token that opens its line; null once it was used. */
  tokenHash: string | null;
  /** Unique in a workspace: lists continue after it. */
  createdAt: Time;
  variables: Json;
  collectedVariables: Json;
  metadata: Json;
  latency: Json;
  analysis: Json | null;
  transcript: Json;
  /** The process that runs it, while it lasts. */
  ownerId: string | null;
  /** The session or key that registered it; null where that does not end it. */
  holder: Holder | null;
  /** What was given with it, sealed with its token, until its line is opened. */
  given: string | null;
  /** What carries a telephone call, and its id there; absent on other lines. */
  carrier?: string | null;
  carrierCallId?: string | null;
  /** Where the line stands; null for lines that are no telephone's. */
  lineState?: string | null;
}

/** A voice of the workspace's own account at a provider. */
export interface CustomVoiceTable {
  id: string;
  workspaceId: string;
  name: string;
  provider: VoiceProviderId;
  providerVoiceId: string;
  gender: 'male' | 'female';
  accent: string;
  age: string | null;
  createdAt: Time;
}

/** A test case of an agent. */
export interface SimulationTable {
  /** Order of writing. */
  seq: Generated<number>;
  id: string;
  workspaceId: string;
  agentId: string;
  createdAt: Time;
  fields: Json;
}

/** One run of a test case. */
export interface SimulationResultTable {
  seq: Generated<number>;
  id: string;
  workspaceId: string;
  simulationId: string;
  status: 'running' | 'pass' | 'fail' | 'error';
  startedAt: Time;
  callId: string | null;
  /** The rest of the result as the API returns it. */
  result: Json;
  /** The process that runs it, while it runs. */
  ownerId: string | null;
}

/** Makes an agent one for chats, to clients of Retell's API. */
interface RetellChatAgentTable {
  agentId: string;
  workspaceId: string;
  /** A chat in which nothing is said for so long is ended. */
  endAfterMs: Time;
}

/** A record that only clients of Retell's API have. */
export interface RetellRecordTable {
  id: string;
  workspaceId: string;
  createdAt: Time;
  updatedAt: Time;
  fields: Json;
}

/** A saved view of the list of calls. */
export interface CallViewTable {
  id: string;
  workspaceId: string;
  /** Whose it is. */
  userId: string;
  name: string;
  isShared: Bit;
  filter: Json;
  createdAt: Time;
  updatedAt: Time;
}

/** A recorded call that was replayed. The words of both calls are here, so it goes with either of them. */
export interface CallReplayTable {
  seq: Generated<number>;
  id: string;
  workspaceId: string;
  /** Of what was started together. */
  batchId: string;
  agentId: string;
  agentName: string;
  caller: string;
  sourceCallId: string;
  callId: string | null;
  /** As it was asked for: `draft`, `live`, or the id of a version. */
  version: string;
  versionNumber: number | null;
  way: 'words' | 'sound' | 'clock';
  status: 'running' | 'same' | 'reworded' | 'changed' | 'error';
  startedAt: Time;
  /** Counts and figures, for lists. */
  summary: Json;
  /** Its turns. */
  compared: Json;
  /** The process that runs it, while it runs. */
  ownerId: string | null;
}

/** Tables of the voice features. */
export interface VoiceTables extends BatchCallTables {
  retell_chat_agent: RetellChatAgentTable;
  retell_test_batch: RetellRecordTable;
  retell_flow_component: RetellRecordTable;
  call_view: CallViewTable;
  call_replay: CallReplayTable;
  simulation: SimulationTable;
  simulation_result: SimulationResultTable;
  custom_voice: CustomVoiceTable;
  call: CallTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_secret: WebhookSecretTable;
  voice_agent: VoiceAgentTable;
  voice_llm: VoiceLlmTable;
  voice_agent_version: VoiceAgentVersionTable;
}

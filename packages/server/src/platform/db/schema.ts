import type { Generated, Kysely, Transaction } from 'kysely';
import type { SystemAlertTable } from './alert-table.ts';
import type { AssistantTable, LooseRecordTable } from './assistant-tables.ts';
import type { BackfillTable } from './backfill-table.ts';
import type {
  KnowledgeGapCallTable,
  KnowledgeGapQuestionTable,
  KnowledgeGapTable,
  MessageCitationTable,
} from './citation-tables.ts';
import type { Bit, Json, Time } from './column.ts';
import type { ContentCheckTable } from './content-check-table.ts';
import type { DocumentFileTable } from './document-file-table.ts';
import type { ImportReportTable } from './import-tables.ts';
import type { KnowledgeIndexTables } from './knowledge-index-tables.ts';
import type {
  MeasureCaseTable,
  MeasurementResultTable,
  MeasurementTable,
} from './knowledge-measure-tables.ts';
import type {
  ChunkContextTable,
  DocumentChunkTable,
  DocumentParentTable,
  DocumentStoreLoaderTable,
  DocumentStoreTable,
  DocumentVectorTable,
  HiddenEditionTable,
  JobPoolTable,
  JobTable,
} from './knowledge-tables.ts';
import type { OutsideRemovalTable, OutsideStoreTable } from './outside-store-tables.ts';
import type {
  ApiKeyTable,
  AuditEntryTable,
  InvitationTable,
  KeyCheckTable,
  MembershipTable,
  RefreshTokenTable,
  RoleTable,
  SessionFamilyTable,
  SignInAttemptTable,
  UserPreferenceTable,
  UserTable,
  WorkspaceLimitTable,
  WorkspaceTable,
} from './people-tables.ts';
import type { ProcessTables } from './process-tables.ts';
import type { ReadTables } from './read-tables.ts';
import type { RetentionTables } from './retention-tables.ts';
import type { RunProgressTable, RunSessionStateTable } from './run-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';
import type { SourceEntryTable, SourceSyncTable } from './source-sync-tables.ts';
import type { TriggerTables } from './trigger-tables.ts';
import type { UpsertedChunkTable, UpsertHistoryTable, UpsertRecordTable } from './upsert-tables.ts';
import type { UsageTables } from './usage-tables.ts';
import type { VoiceTables } from './voice-tables.ts';

export interface FlowTable {
  id: string;
  workspaceId: string;
  name: string;
  type: string;
  isPublic: Bit;
  apikeyid: string | null;
  deployed: Bit;
  /** Words between semicolons. */
  category: string | null;
  folder: string | null;
  description: string | null;
  chatbotConfig: Json | null;
  apiConfig: Json | null;
  analytic: Json | null;
  speechToText: Json | null;
  followUpPrompts: Json | null;
  textToSpeech: Json | null;
  /** The flow as a tool of other programs. */
  mcpServerConfig: Json | null;
  /** `[name, count]` pairs in canvas order, for the icons of lists: they never read flowData. */
  nodeNames: Json;
  draftRevision: number;
  draftVersionId: string | null;
  publishedVersionId: string | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface FlowVersionTable {
  id: string;
  workspaceId: string;
  flowId: string;
  number: number;
  flowData: Json;
  author: string | null;
  note: string | null;
  kind: 'autosave' | 'checkpoint' | 'published';
  createdAt: Time;
}

/** Values of a flow's password parameters; its flow data holds only their ids. */
export interface FlowSecretTable {
  id: string;
  workspaceId: string;
  flowId: string;
  encryptedData: string;
  createdAt: Time;
  /** The owner of the value; null on older rows. */
  nodeId: string | null;
  inputName: string | null;
}

/** A graph that somebody of the workspace saved as a template; it holds no secret and no file. */
export interface FlowTemplateTable {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  type: string;
  badge: string;
  /** A list of words. */
  usecases: Json;
  /** Distinct node names in order of appearance. */
  nodeNames: Json;
  createdAt: Time;
  /** The graph as a card draws it; null for a tool, and for graphs stored before there were thumbnails. */
  picture: Json | null;
  flowData: Json;
}

export interface ChatMessageTable {
  /** Order of writing; time may step back, this never does. */
  seq: Generated<number>;
  id: string;
  workspaceId: string;
  flowId: string;
  runId: string | null;
  role: 'userMessage' | 'apiMessage';
  content: string;
  sourceDocuments: Json | null;
  usedTools: Json | null;
  fileUploads: Json | null;
  fileAnnotations: Json | null;
  agentReasoning: Json | null;
  artifacts: Json | null;
  action: Json | null;
  followUpPrompts: Json | null;
  /** What of an answer its sources do not bear out. */
  sourceCheck: Json | null;
  chatType: string;
  chatId: string;
  sessionId: string;
  memoryType: string | null;
  leadEmail: string | null;
  /** `partial`: the answer so far; `interrupted`: a crash ended it; `cancelled`: a person did. */
  status: 'done' | 'partial' | 'interrupted' | 'failed' | 'cancelled';
  /** The demo model was involved. */
  isDemo: Generated<Bit>;
  createdAt: Time;
}

export interface RunTable {
  id: string;
  workspaceId: string;
  flowId: string;
  versionId: string | null;
  versionNumber: number | null;
  sessionId: string;
  chatId: string;
  source: string;
  status: 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  question: string;
  answer: string | null;
  startedAt: Time;
  endedAt: Time | null;
  ms: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  error: Json | null;
  /** The part of the draft that was run. */
  part: Json | null;
  /** The waiting run that this one resumed. */
  resumes: string | null;
  /** The process that executes it, while it runs. */
  ownerId: string | null;
  /** The run whose node started this one. */
  parentId: string | null;
  /** The type that the flow had; null for runs from before it was stored. */
  flowType: string | null;
  /** Anybody who knows its id may read it as an execution. */
  isPublic: Bit | null;
  /** On whose behalf it reads, as tokens of access lists; null: anybody's. */
  callers: Json | null;
}

/** The checkpoint of a waiting run; exists as long as it waits. */
interface RunCheckpointTable {
  runId: string;
  workspaceId: string;
  createdAt: Time;
  data: Json;
}

export interface EventTable {
  runId: string;
  seq: number;
  workspaceId: string;
  sessionId: string;
  at: Time;
  kind: string;
  nodeId: string | null;
  flowVersion: number | null;
  payload: Json;
}

export interface CredentialTable {
  id: string;
  workspaceId: string;
  name: string;
  credentialName: string;
  encryptedData: string;
  /** Masked form of the secret, made when it is saved. */
  hint: string | null;
  createdAt: Time;
  updatedAt: Time;
  lastTestAt: Time | null;
  lastTestOk: Bit | null;
  /** A remark of a successful test, the reason of a failed one; never a value. */
  lastTestMessage: string | null;
  /** For kinds with a sign-in; null before the first. */
  connection: 'connected' | 'again' | null;
  tokensExpireAt: Time | null;
  /** A lease for requesting new tokens; nobody else asks until then. */
  refreshingUntil: Time | null;
  encryptedTokens: string | null;
  /** Additional origins that a person allowed it for; null on older rows. */
  hosts: Json | null;
}

export interface VariableTable {
  id: string;
  workspaceId: string;
  name: string;
  /** Empty when the variable is secret. */
  value: string;
  type: 'static' | 'runtime';
  isSecret: Generated<Bit>;
  sealedValue: string | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface ToolTable {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  color: string;
  iconSrc: string | null;
  schema: Json | null;
  func: string | null;
  /** When a flow last called it, and whether that failed. */
  lastRunAt: Time | null;
  lastRunFailed: Bit | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface McpServerTable {
  id: string;
  workspaceId: string;
  name: string;
  url: string;
  auth: 'none' | 'bearer' | 'header';
  headerName: string;
  sealedSecret: string | null;
  status: 'new' | 'connected' | 'failed';
  lastError: string;
  serverName: string;
  connectedAt: Time | null;
  createdAt: Time;
  updatedAt: Time;
  tools: Json;
}

export interface FileTable {
  id: string;
  workspaceId: string;
  sha256: string;
  size: number;
  mediaType: string;
  name: string;
  ownerKind: string;
  ownerId: string;
  createdAt: Time;
}

export interface FeedbackTable {
  id: string;
  workspaceId: string;
  flowId: string;
  chatId: string;
  messageId: string;
  rating: 'THUMBS_UP' | 'THUMBS_DOWN';
  content: string | null;
  createdAt: Time;
}

export interface LeadTable {
  id: string;
  workspaceId: string;
  flowId: string;
  chatId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  createdAt: Time;
}

export interface Schema
  extends KnowledgeIndexTables,
    ProcessTables,
    ReadTables,
    RetentionTables,
    SignInTables,
    TriggerTables,
    UsageTables,
    VoiceTables {
  workspace: WorkspaceTable;
  user: UserTable;
  membership: MembershipTable;
  role: RoleTable;
  session_family: SessionFamilyTable;
  refresh_token: RefreshTokenTable;
  api_key: ApiKeyTable;
  key_check: KeyCheckTable;
  flow: FlowTable;
  flow_version: FlowVersionTable;
  flow_secret: FlowSecretTable;
  import_report: ImportReportTable;
  flow_template: FlowTemplateTable;
  chat_message: ChatMessageTable;
  run: RunTable;
  run_checkpoint: RunCheckpointTable;
  backfill: BackfillTable;
  system_alert: SystemAlertTable;
  run_progress: RunProgressTable;
  run_session_state: RunSessionStateTable;
  event: EventTable;
  credential: CredentialTable;
  sign_in_attempt: SignInAttemptTable;
  variable: VariableTable;
  tool: ToolTable;
  mcp_server: McpServerTable;
  file: FileTable;
  audit_entry: AuditEntryTable;
  invitation: InvitationTable;
  user_preference: UserPreferenceTable;
  workspace_limit: WorkspaceLimitTable;
  feedback: FeedbackTable;
  lead: LeadTable;
  upserted_chunk: UpsertedChunkTable;
  upsert_history: UpsertHistoryTable;
  upsert_record: UpsertRecordTable;
  assistant: AssistantTable;
  assistant_profile: LooseRecordTable;
  assistant_phone_number: LooseRecordTable;
  job: JobTable;
  content_check: ContentCheckTable;
  job_pool: JobPoolTable;
  document_store: DocumentStoreTable;
  document_store_loader: DocumentStoreLoaderTable;
  document_chunk: DocumentChunkTable;
  document_file: DocumentFileTable;
  hidden_edition: HiddenEditionTable;
  message_citation: MessageCitationTable;
  knowledge_gap: KnowledgeGapTable;
  knowledge_gap_question: KnowledgeGapQuestionTable;
  knowledge_gap_call: KnowledgeGapCallTable;
  measure_case: MeasureCaseTable;
  measurement: MeasurementTable;
  measurement_result: MeasurementResultTable;
  source_sync: SourceSyncTable;
  source_entry: SourceEntryTable;
  document_parent: DocumentParentTable;
  chunk_context: ChunkContextTable;
  document_vector: DocumentVectorTable;
  outside_store: OutsideStoreTable;
  outside_removal: OutsideRemovalTable;
}

export type Database = Kysely<Schema>;
export type DatabaseTransaction = Transaction<Schema>;

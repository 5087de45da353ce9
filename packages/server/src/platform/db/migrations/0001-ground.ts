import { type ColumnDataType, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addSequence } from '../sequence-column.ts';

type Db = Kysely<unknown>;
type Table = CreateTableBuilder<string, string>;

// Times are bigint: a 32-bit integer of milliseconds ends 24 days after 1970.
const dataTypes: Record<string, ColumnDataType> = {
  text: 'text',
  time: 'bigint',
  int: 'integer',
  real: 'double precision',
};

/** Adds columns written as `name: 'text!'`; a trailing `!` forbids null. */
function columns<B extends Table>(table: B, wanted: Record<string, string>): B {
  return Object.entries(wanted).reduce((built, [name, notation]) => {
    const isRequired = notation.endsWith('!');
    const dataType = dataTypes[notation.replace('!', '')] ?? 'text';
    return built.addColumn(name, dataType, (column) => (isRequired ? column.notNull() : column)) as B;
  }, table);
}

function table(db: Db, name: string, wanted: Record<string, string>): Table {
  return columns(keyed(db, name, 'id'), wanted);
}

function keyed(db: Db, name: string, key: string): Table {
  return empty(db, name).addColumn(key, 'text', (column) => column.primaryKey());
}

function empty(db: Db, name: string): Table {
  return db.schema.createTable(name) as unknown as Table;
}

async function index(db: Db, name: string, on: string, fields: string[]): Promise<void> {
  await db.schema.createIndex(name).on(on).columns(fields).execute();
}

const owned = { workspaceId: 'text!' };
const stamped = { createdAt: 'time!', updatedAt: 'time!' };

async function createPeople(db: Db): Promise<void> {
  await table(db, 'workspace', { name: 'text!', createdAt: 'time!' }).execute();
  await table(db, 'user', {
    ownerMark: 'int',
    name: 'text!',
    email: 'text!',
    passwordHash: 'text!',
    ...stamped,
  })
    .addUniqueConstraint('user_owner', ['ownerMark'])
    .addUniqueConstraint('user_email', ['email'])
    .execute();
  await columns(empty(db, 'membership'), {
    userId: 'text!',
    ...owned,
    createdAt: 'time!',
  })
    .addPrimaryKeyConstraint('membership_key', ['userId', 'workspaceId'])
    .execute();
  await columns(keyed(db, 'user_preference', 'userId'), { value: 'text!', updatedAt: 'time!' }).execute();
}

async function createSessions(db: Db): Promise<void> {
  await table(db, 'session_family', {
    userId: 'text!',
    ...owned,
    createdAt: 'time!',
    lastUsedAt: 'time!',
    revokedAt: 'time',
  }).execute();
  await index(db, 'session_family_user', 'session_family', ['userId']);
  await columns(keyed(db, 'refresh_token', 'tokenHash'), {
    familyId: 'text!',
    createdAt: 'time!',
    rotatedAt: 'time',
  })
    .addForeignKeyConstraint('refresh_token_family', ['familyId'], 'session_family', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await index(db, 'refresh_token_of_family', 'refresh_token', ['familyId']);
  await table(db, 'api_key', {
    ...owned,
    keyName: 'text!',
    keyHash: 'text!',
    hint: 'text!',
    scope: 'text!',
    expiresAt: 'time',
    lastUsedAt: 'time',
    ...stamped,
  })
    .addUniqueConstraint('api_key_hash', ['keyHash'])
    .execute();
  await index(db, 'api_key_workspace', 'api_key', ['workspaceId', 'createdAt']);
}

async function createFlows(db: Db): Promise<void> {
  await table(db, 'flow', {
    ...owned,
    name: 'text!',
    type: 'text!',
    isPublic: 'int!',
    apikeyid: 'text',
    deployed: 'int!',
    category: 'text',
    description: 'text',
    chatbotConfig: 'text',
    apiConfig: 'text',
    analytic: 'text',
    speechToText: 'text',
    followUpPrompts: 'text',
    nodeNames: 'text!',
    draftRevision: 'int!',
    draftVersionId: 'text',
    publishedVersionId: 'text',
    ...stamped,
  }).execute();
  await index(db, 'flow_list', 'flow', ['workspaceId', 'type', 'updatedAt']);
  await index(db, 'flow_key', 'flow', ['workspaceId', 'apikeyid']);
  await table(db, 'flow_version', {
    ...owned,
    flowId: 'text!',
    number: 'int!',
    author: 'text',
    note: 'text',
    kind: 'text!',
    createdAt: 'time!',
    // Last, so that reading the other columns never reads through a long text.
    flowData: 'text!',
  })
    .addUniqueConstraint('flow_version_number', ['flowId', 'number'])
    .addForeignKeyConstraint('flow_version_flow', ['flowId'], 'flow', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}

async function createChats(db: Db): Promise<void> {
  await columns(addSequence(db, empty(db, 'chat_message')), {
    id: 'text!',
    ...owned,
    flowId: 'text!',
    runId: 'text',
    role: 'text!',
    content: 'text!',
    sourceDocuments: 'text',
    usedTools: 'text',
    fileUploads: 'text',
    fileAnnotations: 'text',
    agentReasoning: 'text',
    artifacts: 'text',
    action: 'text',
    followUpPrompts: 'text',
    chatType: 'text!',
    chatId: 'text!',
    sessionId: 'text!',
    memoryType: 'text',
    leadEmail: 'text',
    status: 'text!',
    createdAt: 'time!',
  })
    .addUniqueConstraint('chat_message_id', ['id'])
    .execute();
  await index(db, 'chat_message_session', 'chat_message', ['workspaceId', 'sessionId', 'seq']);
  await index(db, 'chat_message_flow', 'chat_message', ['workspaceId', 'flowId', 'seq']);
  await index(db, 'chat_message_run', 'chat_message', ['runId']);
  const answered = { ...owned, flowId: 'text!', chatId: 'text!' };
  await table(db, 'feedback', {
    ...answered,
    messageId: 'text!',
    rating: 'text!',
    content: 'text',
    createdAt: 'time!',
  }).execute();
  await index(db, 'feedback_flow', 'feedback', ['workspaceId', 'flowId', 'createdAt']);
  await table(db, 'lead', {
    ...answered,
    name: 'text',
    email: 'text',
    phone: 'text',
    createdAt: 'time!',
  }).execute();
  await index(db, 'lead_flow', 'lead', ['workspaceId', 'flowId', 'createdAt']);
}

async function createRuns(db: Db): Promise<void> {
  await table(db, 'run', {
    ...owned,
    flowId: 'text!',
    versionId: 'text',
    versionNumber: 'int',
    sessionId: 'text!',
    chatId: 'text!',
    source: 'text!',
    status: 'text!',
    question: 'text!',
    answer: 'text',
    startedAt: 'time!',
    endedAt: 'time',
    ms: 'real',
    inputTokens: 'int',
    outputTokens: 'int',
    costUsd: 'real',
    error: 'text',
  }).execute();
  await index(db, 'run_flow', 'run', ['workspaceId', 'flowId', 'startedAt']);
  await index(db, 'run_session', 'run', ['workspaceId', 'sessionId', 'startedAt']);
  // Queried at start, to mark what a crash interrupted: only the few running ones are in the index.
  await sql`create index run_unfinished on run (id) where status = 'running'`.execute(db);
  await columns(empty(db, 'event'), {
    runId: 'text!',
    seq: 'int!',
    ...owned,
    sessionId: 'text!',
    at: 'time!',
    kind: 'text!',
    nodeId: 'text',
    flowVersion: 'int',
    payload: 'text!',
  })
    .addPrimaryKeyConstraint('event_key', ['runId', 'seq'])
    .execute();
  await index(db, 'event_age', 'event', ['at']);
}

async function createResources(db: Db): Promise<void> {
  await table(db, 'credential', {
    ...owned,
    name: 'text!',
    credentialName: 'text!',
    encryptedData: 'text!',
    hint: 'text',
    ...stamped,
  }).execute();
  await index(db, 'credential_workspace', 'credential', ['workspaceId', 'credentialName']);
  await table(db, 'variable', { ...owned, name: 'text!', value: 'text!', type: 'text!', ...stamped })
    .addUniqueConstraint('variable_name', ['workspaceId', 'name'])
    .execute();
  await table(db, 'tool', {
    ...owned,
    name: 'text!',
    description: 'text!',
    color: 'text!',
    iconSrc: 'text',
    schema: 'text',
    func: 'text',
    ...stamped,
  }).execute();
  await index(db, 'tool_workspace', 'tool', ['workspaceId', 'updatedAt']);
  await table(db, 'file', {
    ...owned,
    sha256: 'text!',
    size: 'time!',
    mediaType: 'text!',
    name: 'text!',
    ownerKind: 'text!',
    ownerId: 'text!',
    createdAt: 'time!',
  }).execute();
  await index(db, 'file_owner', 'file', ['workspaceId', 'ownerKind', 'ownerId']);
  await columns(
    db.schema
      .createTable('audit_entry')
      .addColumn('seq', 'integer', (column) => column.primaryKey()) as unknown as Table,
    {
      id: 'text!',
      workspaceId: 'text',
      at: 'time!',
      actor: 'text!',
      action: 'text!',
      target: 'text',
      detail: 'text',
      prevHash: 'text!',
      hash: 'text!',
    },
  ).execute();
}

/** The first schema: people, sessions, keys, flows and versions, chats, runs with their events, resources, audit. */
export const infrastructure: Migration = {
  async up(db: Db): Promise<void> {
    await createPeople(db);
    await createSessions(db);
    await createFlows(db);
    await createChats(db);
    await createRuns(db);
    await createResources(db);
  },
};

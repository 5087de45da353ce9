import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownSegments } from '@tendril/contract/api/path-segments';
import * as z from 'zod';
import { drainSettings } from './drain-settings.ts';
import { localModelSettings } from './local-model-settings.ts';
import { modelIds } from './model-ids-setting.ts';
import { pathSegment } from './path-segment-setting.ts';
import { processSettings } from './process-settings.ts';
import { quotaSettings } from './quota-settings.ts';
import { setting, wholeNumber } from './setting.ts';
import { findSignInFault, signInSettings } from './sign-in-settings.ts';
import { sipSettings } from './sip-settings.ts';
import { telemetrySettings } from './telemetry-settings.ts';

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url));

const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

/** Every setting of the server: its variable, its default, and one sentence for the reader. */
export const settings = {
  port: setting('PORT', '3000', 'Port to listen on; 0 takes a free one.', wholeNumber(3000, 0, 65_535)),
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 opens the server to the network.',
    z.string().default('127.0.0.1'),
  ),
  home: setting(
    'TENDRIL_HOME',
    '.tendril in the repository',
    'The one folder that holds all data: database, files, secrets key, caches.',
    z
      .string()
      .default('.tendril')
      .transform((path) => resolve(repositoryRoot, path)),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'SQLite file in TENDRIL_HOME',
    'PostgreSQL to use instead of the embedded database (postgres://user:password@host:5432/name).',
    z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  ),
  databasePool: setting(
    'DATABASE_POOL',
    '10',
    'Largest number of PostgreSQL connections.',
    wholeNumber(10, 1, 200),
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    'DATABASE_URL',
    'The same PostgreSQL without a connection pooler in between, where DATABASE_URL leads to one, as PgBouncer in its transaction mode. Each process keeps three connections on it, for messages and jobs; migrations, backups and restores use it too. What limits a statement (query_timeout, idle_transaction_timeout) is then set in the pooler.',
    z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  ),
  redisUrl: setting(
    'REDIS_URL',
    'PostgreSQL does it',
    'Redis that carries messages between processes of one PostgreSQL (redis:// or rediss://user:password@host:6379). Only short-lived counts of limits are stored there.',
    z.url({ protocol: /^rediss?$/, error: 'must begin with redis:// or rediss://' }).optional(),
  ),
  ...processSettings,
  secretKey: setting(
    'TENDRIL_SECRET_KEY',
    'a file made in TENDRIL_HOME with mode 0600',
    'Base64 of at least 32 random bytes; encrypts stored secrets and signs sessions.',
    z.string().optional(),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  internalAddress: setting(
    'INTERNAL_ADDRESS',
    'http://127.0.0.1 and the port',
    'Where the other servers of this database reach this one (http://10.0.0.5:3000); needed when they are on other machines. Proxies must not pass on the paths below /internal.',
    origin.optional(),
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    'taken from each request',
    'The address people open, when a proxy stands in front; https makes cookies Secure and turns on HSTS.',
    origin.optional(),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'none',
    'Comma list of proxy addresses or networks whose X-Forwarded-* headers are believed.',
    commaList,
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    'none',
    'Comma list of other origins whose pages may call the API with a session.',
    commaList.pipe(z.array(origin)),
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    'none',
    'Comma list of further names under which browsers may open this server; * allows any. Known without it: PUBLIC_URL, what a trusted proxy passes on, addresses, localhost and names of local networks.',
    commaList.pipe(z.array(z.string().toLowerCase())),
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    '4096',
    'Largest number of open client connections.',
    wholeNumber(4096, 1, 1_000_000),
  ),
  ...drainSettings,
  ...signInSettings,
  ...sipSettings,
  eventRetentionDays: setting(
    'EVENT_RETENTION_DAYS',
    '90',
    'Days for which run events are kept, on PostgreSQL up to a week longer; 0 keeps them for ever.',
    wholeNumber(90, 0, 36_500),
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    'files in TENDRIL_HOME',
    'Bucket of an S3-compatible storage that keeps uploads and recordings instead of the home; several servers need one, or a shared home.',
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    'https://s3.<S3_REGION>.amazonaws.com',
    'Address of the storage, for others than Amazon’s.',
    origin.optional(),
  ),
  s3Region: setting(
    'S3_REGION',
    'us-east-1',
    'Region of the bucket.',
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
      .default('us-east-1'),
  ),
  s3AccessKeyId: setting(
    'S3_ACCESS_KEY_ID',
    'none',
    'Key that may read, write and delete objects of the bucket.',
    z.string().optional(),
  ),
  s3SecretAccessKey: setting(
    'S3_SECRET_ACCESS_KEY',
    'none',
    'Secret that belongs to S3_ACCESS_KEY_ID.',
    z.string().optional(),
  ),
  s3Prefix: setting(
    'S3_PREFIX',
    'none',
    'Beginning of every object name, for a bucket that holds other things too: tendril/.',
    z
      .string()
      .regex(/^([A-Za-z0-9._-]+\/)*$/, 'must be names that each end with a slash')
      .default(''),
  ),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    'true with S3_ENDPOINT, else false',
    'true puts the bucket in the path of addresses, false in front of the host name.',
    z.enum(['true', 'false']).optional(),
  ),
  uploadFileMb: setting(
    'UPLOAD_FILE_MB',
    '50',
    'Largest file that may be uploaded, in megabytes.',
    wholeNumber(50, 1, 10_000),
  ),
  uploadRequestMb: setting(
    'UPLOAD_REQUEST_MB',
    '200',
    'Largest sum of the files of one upload, in megabytes.',
    wholeNumber(200, 1, 20_000),
  ),
  workspaceFilesMb: setting(
    'WORKSPACE_FILES_MB',
    '10240',
    'Largest sum of the files that one workspace keeps, in megabytes; 0 sets no limit.',
    wholeNumber(10_240, 0, 100_000_000),
  ),
  flowChatFilesMb: setting(
    'FLOW_CHAT_FILES_MB',
    '1024',
    'Largest sum of the files in chats of one flow up to which its visitors may add to them, in megabytes; 0 sets no limit.',
    wholeNumber(1024, 0, 100_000_000),
  ),
  visitorFilesMb: setting(
    'VISITOR_FILES_MB',
    '100',
    'Files that one visitor may send to a public flow in a day, in megabytes; 0 sets no limit.',
    wholeNumber(100, 0, 100_000_000),
  ),
  visitorAnswersPerMinute: setting(
    'VISITOR_ANSWERS_PER_MINUTE',
    '60',
    'Questions of one network address that a public flow answers in a minute, unless the flow has a rate limit of its own; 0 sets no limit.',
    wholeNumber(60, 0, 1_000_000),
  ),
  workspaceCalls: setting(
    'WORKSPACE_CALLS',
    '40',
    'Calls that the agents of one workspace hold at once; 0 sets no limit.',
    wholeNumber(40, 0, 1_000_000),
  ),
  agentCalls: setting(
    'AGENT_CALLS',
    '20',
    'Calls that one voice agent holds at once; 0 sets no limit.',
    wholeNumber(20, 0, 1_000_000),
  ),
  addressCalls: setting(
    'ADDRESS_CALLS',
    '10',
    'Calls that one network address has open at once; 0 sets no limit.',
    wholeNumber(10, 0, 1_000_000),
  ),
  textCallIdleMs: setting(
    'TEXT_CALL_IDLE_MS',
    '900000',
    'Milliseconds of silence after which a typed call ends.',
    wholeNumber(900_000, 1000, 86_400_000),
  ),
  textCallMaxMs: setting(
    'TEXT_CALL_MAX_MS',
    '7200000',
    'Milliseconds after which a typed call ends in any case.',
    wholeNumber(7_200_000, 1000, 86_400_000),
  ),
  workspaceSimulations: setting(
    'WORKSPACE_SIMULATIONS',
    '2',
    'Simulated calls of one workspace that run at once, beside its other calls; further ones wait. 0 sets no limit.',
    wholeNumber(2, 0, 1_000_000),
  ),
  ...quotaSettings,
  ...localModelSettings,
  fullDelayMs: setting(
    'FULL_DELAY_MS',
    '50',
    'Delay of the event loop (the 99th percentile of a second) at which a process takes no new questions, after three such seconds; 0 sets no limit.',
    wholeNumber(50, 0, 60_000),
  ),
  fullWaitMs: setting(
    'FULL_WAIT_MS',
    '100',
    'Wait for a connection to PostgreSQL at which a process takes no new questions, after three such seconds; 0 sets no limit.',
    wholeNumber(100, 0, 60_000),
  ),
  runPlaces: setting(
    'RUN_PLACES',
    '0',
    'Answers that one process works on at once; further questions are refused for a moment. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000),
  ),
  ...telemetrySettings,
  egressAllow: setting(
    'EGRESS_ALLOW',
    'none',
    'Comma list of exact host:port pairs that flows may reach although they are private (a local model server: 127.0.0.1:11434).',
    commaList.pipe(z.array(z.string().regex(/^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/, 'must be host:port'))),
  ),
  webhookTimeoutMs: setting(
    'WEBHOOK_TIMEOUT_MS',
    '10000',
    'Milliseconds that the receiver of a voice agent’s webhook has to answer.',
    wholeNumber(10_000, 100, 120_000),
  ),
  calUrl: setting(
    'CAL_URL',
    'https://api.cal.com',
    'Address of the calendar that the calendar functions of voice agents ask.',
    z.url({ protocol: /^https?$/ }).default('https://api.cal.com'),
  ),
  voiceModelIds: setting(
    'VOICE_MODEL_IDS',
    'the models of the list',
    'JSON of model options to other ids of the same vendor, for models that are retired: {"gpt-4o":"gpt-5-chat-latest"}.',
    modelIds,
  ),
  localSpeechGrammar: setting(
    'LOCAL_SPEECH_GRAMMAR',
    'any words',
    'For trials: path of a JSGF file; the local recognizer then understands its sentences only, and those exactly.',
    z
      .string()
      .transform((path) => resolve(repositoryRoot, path))
      .optional(),
  ),
  coreService: setting(
    'CORE_SERVICE',
    ownSegments.coreService,
    'Name in the paths of sign-in, people, profiles and phone numbers, api/<name>/v1; those of the name core stay served.',
    pathSegment(ownSegments.coreService),
  ),
  product: setting(
    'PRODUCT_NAME',
    ownSegments.product,
    'Name in the paths of voice agents, api/<name>-agentshub-management/v1; those of the name tendril stay served.',
    pathSegment(ownSegments.product),
  ),
  coreHost: setting(
    'CORE_HOST',
    'the host of the page',
    'Where the page sends the calls of CORE_SERVICE and PRODUCT_NAME; it has to lead to this server, by the same host name, because the session is kept in cookies. List the address of the page in ALLOWED_ORIGINS.',
    origin.optional(),
  ),
  studioHost: setting(
    'STUDIO_HOST',
    'the host of the page',
    'Where the page sends every other call; as with CORE_HOST.',
    origin.optional(),
  ),
  releasesUrl: setting(
    'RELEASES_URL',
    'no look-up',
    'Address that answers the newest release as JSON, for the version dialog.',
    z.url({ protocol: /^https?$/ }).optional(),
  ),
};

type Settings = typeof settings;

/** The server's settings, read once at start. */
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]['schema']> };

/** Raised at start when a variable holds an invalid value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The variables that this process was started with. */
export function readEnvironment(): Record<string, string | undefined> {
  return process.env;
}

/** Reads the settings; an empty variable counts as absent. Throws ConfigError naming every variable at fault. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([key, { variable, schema }]) => {
    const text = environment[variable];
    const parsed = schema.safeParse(text === '' ? undefined : text);
    if (!parsed.success)
      faults.push(`${variable}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`);
    return [key, parsed.data];
  });
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const config = Object.fromEntries(entries) as Config;
  if (config.s3Bucket !== undefined && !(config.s3AccessKeyId && config.s3SecretAccessKey))
    throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  const fault = findSignInFault(config);
  if (fault !== undefined) throw new ConfigError(fault);
  return config;
}

/**
 * The environment's value for a flow variable of the type "runtime". Flows can only ever read variables that begin with
 * TENDRIL_VAR_: `apiHost` is read from TENDRIL_VAR_apiHost.
 */
export function readRuntimeVariable(
  name: string,
  environment: Record<string, string | undefined> = process.env,
): string | undefined {
  return environment[`TENDRIL_VAR_${name}`];
}

import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { asRecord } from './as-record.ts';
import { boundedText } from './bounded-text.ts';
import type { BuiltInTool } from './built-in-mcp.ts';
import type { JsonApi } from './json-api.ts';

/** A Slack workspace with the key of one node. */
export interface SlackPlace {
  ask: JsonApi;
  teamId: string;
}

type Args = Record<string, unknown>;
type Values = Readonly<Record<string, string | number | undefined>>;

/** Slack answers "ok: false" with status 200. */
async function askSlack(
  { ask }: SlackPlace,
  method: string,
  values: Values,
  context: RunContext,
  isWrite: boolean,
) {
  const answer = asRecord(await ask(`/${method}`, isWrite ? { body: values } : { query: values }, context));
  if (answer['ok'] === true) return answer;
  const reason = String(answer['error'] ?? 'no reason').replaceAll('_', ' ');
  throw new AppError('TOOL_FAILED', `Slack refused it: ${reason}.`);
}

interface SlackMethod {
  name: string;
  description: string;
  method: string;
  isWrite?: boolean;
  /** By name: what it is, with `!` in front where it is needed, and `#` for numbers. */
  fields: Readonly<Record<string, string>>;
  values(args: Args, place: SlackPlace): Values;
}

function schemaOf(fields: SlackMethod['fields']) {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, words]) => [
        name,
        { type: words.includes('#') ? 'number' : 'string', description: words.replace(/^[!#]+/, '') },
      ]),
    ),
    required: entries.filter(([, words]) => words.startsWith('!')).map(([name]) => name),
    additionalProperties: false,
  };
}

function toTool({
  name,
  description,
  method,
  isWrite = false,
  fields,
  values,
}: SlackMethod): BuiltInTool<SlackPlace> {
  const required = Object.entries(fields).filter(([, words]) => words.startsWith('!'));
  return {
    name,
    description,
    inputSchema: schemaOf(fields),
    async call(args, place, context) {
      const missing = required.find(([field]) => String(args[field] ?? '').trim() === '');
      if (missing) return `${missing[0]} is missing in this call.`;
      const { ok: _, ...answer } = await askSlack(place, method, values(args, place), context, isWrite);
      return boundedText(answer);
    },
  };
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));
const upTo = (value: unknown, most: number, otherwise: number) =>
  Math.min(most, Math.max(1, Math.trunc(Number(value ?? otherwise)) || otherwise));
const channel = '!The id of the channel';
const thread = '!The time stamp of the message that the thread began with, such as 1234567890.123456';
const cursor = 'Where the next page begins, from the answer before';

/** Slack's Web API (docs.slack.dev) under the tool names of the reference server for Slack. */
export const slackTools: readonly BuiltInTool<SlackPlace>[] = [
  toTool({
    name: 'slack_list_channels',
    description: 'Lists the public channels of the Slack workspace.',
    method: 'conversations.list',
    fields: { limit: '#How many channels, at most 200; 100 by default', cursor },
    values: ({ limit, cursor: page }, { teamId }) => ({
      types: 'public_channel',
      exclude_archived: 'true',
      limit: upTo(limit, 200, 100),
      cursor: text(page),
      team_id: text(teamId),
    }),
  }),
  toTool({
    name: 'slack_post_message',
    description: 'Posts a message in a channel.',
    method: 'chat.postMessage',
    isWrite: true,
    fields: { channel_id: channel, text: '!The message' },
    values: (args) => ({ channel: text(args['channel_id']), text: text(args['text']) }),
  }),
  toTool({
    name: 'slack_reply_to_thread',
    description: 'Replies in the thread of a message.',
    method: 'chat.postMessage',
    isWrite: true,
    fields: { channel_id: channel, thread_ts: thread, text: '!The reply' },
    values: (args) => ({
      channel: text(args['channel_id']),
      thread_ts: text(args['thread_ts']),
      text: text(args['text']),
    }),
  }),
  toTool({
    name: 'slack_add_reaction',
    description: 'Adds an emoji to a message.',
    method: 'reactions.add',
    isWrite: true,
    fields: {
      channel_id: channel,
      timestamp: '!The time stamp of the message',
      reaction: '!The name of the emoji, without colons',
    },
    values: (args) => ({
      channel: text(args['channel_id']),
      timestamp: text(args['timestamp']),
      name: text(args['reaction'])?.replaceAll(':', ''),
    }),
  }),
  toTool({
    name: 'slack_get_channel_history',
    description: 'Reads the latest messages of a channel.',
    method: 'conversations.history',
    fields: { channel_id: channel, limit: '#How many messages, at most 200; 10 by default' },
    values: (args) => ({ channel: text(args['channel_id']), limit: upTo(args['limit'], 200, 10) }),
  }),
  toTool({
    name: 'slack_get_thread_replies',
    description: 'Reads all replies in the thread of a message.',
    method: 'conversations.replies',
    fields: { channel_id: channel, thread_ts: thread },
    values: (args) => ({ channel: text(args['channel_id']), ts: text(args['thread_ts']) }),
  }),
  toTool({
    name: 'slack_get_users',
    description: 'Lists the people of the Slack workspace.',
    method: 'users.list',
    fields: { cursor, limit: '#How many people, at most 200; 100 by default' },
    values: ({ limit, cursor: page }, { teamId }) => ({
      limit: upTo(limit, 200, 100),
      cursor: text(page),
      team_id: text(teamId),
    }),
  }),
  toTool({
    name: 'slack_get_user_profile',
    description: 'Reads the profile of a person.',
    method: 'users.profile.get',
    fields: { user_id: '!The id of the person' },
    values: (args) => ({ user: text(args['user_id']), include_labels: 'true' }),
  }),
];

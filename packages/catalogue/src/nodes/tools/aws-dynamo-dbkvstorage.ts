import { AppError } from '@tendril/contract/app-error';
import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { asRecord } from '../../tools/as-record.ts';
import { askAws } from '../../tools/ask-aws.ts';
import { type AwsAccount, awsAccount } from '../../tools/aws-account.ts';
import { boundedText } from '../../tools/bounded-text.ts';

type Reach = Pick<RunContext, 'services' | 'signal'>;

const items = z.object({
  Items: z.array(z.object({ value: z.object({ S: z.string() }).optional() })).optional(),
});
const tables = z.object({ TableNames: z.array(z.string()) });
/** Keys carry what they are for, as in tables that other tools have filled. */
const separator = '#';

const ask = <T>(account: AwsAccount, action: string, body: object, shape: z.ZodType<T>, reach: Reach) =>
  askAws(
    {
      account,
      name: 'DynamoDB',
      service: 'dynamodb',
      target: `DynamoDB_20120810.${action}`,
      version: '1.0',
      body,
    },
    shape,
    reach,
  );

async function listTables(request: LoadRequest) {
  const secret = await request.credential();
  if (!secret) return [];
  const region = String(request.inputs['region'] ?? 'us-east-1');
  const account = await awsAccount({ credential: async () => secret }, region, 'AWS DynamoDB');
  const services = { fetch: request.fetch } as RunContext['services'];
  const { TableNames: names } = await ask(account, 'ListTables', {}, tables, {
    services,
    signal: request.signal,
  });
  return names.map((name) => ({ name, label: name }));
}

const text = (description: string) => ({ type: 'string' as const, description });

/** Keeps values, or reads them again. */
export const awsDynamoDBKVStorage = implementNode({
  name: 'awsDynamoDBKVStorage',
  icon: 'aws',
  description: 'Lets an agent keep values under names in a table of DynamoDB, or read them again.',
  loadMethods: { listTables },

  async run({ region, tableName, keyPrefix, operation }, context) {
    const account = await awsAccount(context, region, 'AWS DynamoDB');
    const isStoring = operation === 'store';
    const properties = { key: text('The name of the value'), ...(isStoring && { value: text('The value') }) };
    const awsDynamoDBKVStorage: Tool = {
      nodeId: context.nodeId,
      name: isStoring ? 'aws_dynamodb_kv_store' : 'aws_dynamodb_kv_retrieve',
      description: isStoring ? 'Keeps a value under a name.' : 'Reads the newest value under a name.',
      inputSchema: {
        type: 'object',
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      },
      async execute(input, current) {
        const { key, value } = asRecord(input);
        const name = String(key ?? '').trim();
        if (name === '') throw new AppError('NODE_FAILED', 'The name of the value is empty.');
        const pk = { S: keyPrefix ? `${keyPrefix}${separator}${name}` : name };
        if (isStoring) {
          const Item = { pk, sk: { S: String(Date.now()) }, value: { S: String(value ?? '') } };
          await ask(account, 'PutItem', { TableName: tableName, Item }, z.unknown(), current);
          return { text: `Kept under "${name}".` };
        }
        const query = {
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ScanIndexForward: false,
          Limit: 1,
        };
        const { Items: found = [] } = await ask(account, 'Query', query, items, current);
        const kept = found[0]?.value?.S;
        return { text: kept === undefined ? `There is nothing under "${name}".` : boundedText(kept) };
      },
    };
    return { awsDynamoDBKVStorage };
  },
});

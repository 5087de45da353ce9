import type { RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { fromStoredMessage, toStoredMessage } from '../../memory/stored-message.ts';
import { askAws } from '../../tools/ask-aws.ts';
import { awsAccount } from '../../tools/aws-account.ts';

const text = z.object({ S: z.string() });
const item = z.object({
  Item: z
    .object({
      messages: z.object({ L: z.array(z.object({ M: z.object({ type: text, text: text }) })) }).optional(),
    })
    .optional(),
});

/** A conversation kept in DynamoDB. */
export const DynamoDBChatMemory = implementNode({
  name: 'DynamoDBChatMemory',
  icon: 'aws',
  description: 'Remembers the conversation of a session in a table of DynamoDB.',

  async run({ tableName, partitionKey, region, sessionId, memoryKey }, context) {
    const account = await awsAccount(context, region, 'DynamoDB Chat Memory');
    const ask = <T>(action: string, body: object, shape: z.ZodType<T>, current: RunContext) =>
      askAws(
        {
          account,
          name: 'DynamoDB',
          service: 'dynamodb',
          target: `DynamoDB_20120810.${action}`,
          version: '1.0',
          body: {
            TableName: tableName,
            Key: { [partitionKey]: { S: sessionId || current.session.sessionId } },
            ...body,
          },
        },
        shape,
        current,
      );
    const DynamoDBChatMemory = outsideMemory({
      nodeId: context.nodeId,
      name: 'DynamoDB',
      memoryKey,
      async read(current) {
        const { Item } = await ask('GetItem', {}, item, current);
        return (Item?.messages?.L ?? []).flatMap(
          ({ M }) => fromStoredMessage({ type: M.type.S, data: { content: M.text.S } }) ?? [],
        );
      },
      async write(turns, current) {
        const messages = turns.map(toStoredMessage).map(({ type, data }) => ({
          M: { type: { S: type }, text: { S: data.content } },
        }));
        const body = {
          UpdateExpression: 'SET #m = list_append(if_not_exists(#m, :none), :new)',
          ExpressionAttributeNames: { '#m': 'messages' },
          ExpressionAttributeValues: { ':none': { L: [] }, ':new': { L: messages } },
        };
        await ask('UpdateItem', body, z.unknown(), current);
      },
    });
    return { DynamoDBChatMemory };
  },
});

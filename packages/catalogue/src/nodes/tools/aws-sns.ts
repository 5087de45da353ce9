import type { LoadRequest } from '@tendril/contract/node/define-node';
import { implementNode } from '../../interfaces/implement-node.ts';
import { askSns, topicsOf } from '../../tools/ask-sns.ts';
import { awsAccount } from '../../tools/aws-account.ts';
import { searchTool } from '../../tools/search-tool.ts';

async function listTopics(request: LoadRequest) {
  const secret = await request.credential();
  if (!secret) return [];
  const region = String(request.inputs['region'] ?? 'us-east-1');
  const account = await awsAccount({ credential: async () => secret }, region, 'AWS SNS');
  const xml = await askSns(account, { Action: 'ListTopics' }, request);
  return topicsOf(xml).map((arn) => ({ name: arn, label: arn.split(':').at(-1) ?? arn }));
}

/** Publishes messages. */
export const awsSNS = implementNode({
  name: 'awsSNS',
  icon: 'aws',
  description: 'Lets an agent publish messages to a topic of Amazon SNS.',
  loadMethods: { listTopics },

  async run({ region, topicArn }, context) {
    const account = await awsAccount(context, region, 'AWS SNS');
    const awsSNS = searchTool({
      nodeId: context.nodeId,
      name: 'aws_sns_publish',
      description: 'Publishes a message to a topic of Amazon SNS. Takes the message.',
      async ask(message, asking) {
        const values = { Action: 'Publish', TopicArn: topicArn, Message: message };
        const xml = await askSns(account, values, { fetch: asking.services.fetch, signal: asking.signal });
        return `Published as ${/<MessageId>([^<]*)</.exec(xml)?.[1] ?? 'a message'}.`;
      },
    });
    return { awsSNS };
  },
});

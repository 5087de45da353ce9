import { AppError } from '@tendril/contract/app-error';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { traceStep } from '../../step/trace-step.ts';
import { readJson } from '../../text/read-json.ts';
import { askAws } from '../../tools/ask-aws.ts';
import { awsAccount } from '../../tools/aws-account.ts';
import { listAwsRegions } from '../../tools/aws-regions.ts';

const name = 'Bedrock Knowledge Base';
const answer = z.object({
  retrievalResults: z.array(
    z.object({
      content: z.object({ text: z.string().nullish() }),
      location: z.looseObject({ type: z.string() }).nullish(),
      score: z.number().nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
});

/** Finds passages in a knowledge base at AWS. */
export const awsBedrockKBRetriever = implementNode({
  name: 'awsBedrockKBRetriever',
  icon: 'aws',
  description: 'Finds passages in a knowledge base of Amazon Bedrock.',
  loadMethods: { listRegions: listAwsRegions },

  async run({ region, knoledgeBaseID, query, topK, searchType, filter }, context) {
    const account = await awsAccount(context, region, name);
    const id = knoledgeBaseID.trim();
    if (!/^\w{1,32}$/.test(id)) throw new AppError('FLOW_INVALID', `${name}: the id is not valid.`);
    const conditions = filter ? readJson(filter) : undefined;
    if (filter && typeof conditions !== 'object')
      throw new AppError('FLOW_INVALID', `${name}: the filter has to be a JSON object.`);
    const awsBedrockKBRetriever: Retriever = {
      nodeId: context.nodeId,
      retrieve: (question, current) => {
        const text = query?.trim() || question;
        const search = {
          numberOfResults: topK,
          ...(searchType && { overrideSearchType: searchType }),
          ...(conditions !== undefined && { filter: conditions }),
        };
        const call = {
          account,
          name,
          service: 'bedrock',
          host: `bedrock-agent-runtime.${account.region}.amazonaws.com`,
          path: `/knowledgebases/${id}/retrieve`,
          body: { retrievalQuery: { text }, retrievalConfiguration: { vectorSearchConfiguration: search } },
        };
        const step = { kind: 'retrieval', name, nodeId: context.nodeId, input: { question: text } } as const;
        const find = async () =>
          (await askAws(call, answer, current)).retrievalResults.map((found) => ({
            pageContent: found.content.text ?? '',
            metadata: {
              ...found.metadata,
              ...(found.location && { location: found.location }),
              ...(found.score !== null && { relevanceScore: found.score }),
            },
          }));
        return traceStep(step, current, find, (documents) => ({ documents }));
      },
    };
    return { awsBedrockKBRetriever };
  },
});

import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { askAws } from '../tools/ask-aws.ts';
import type { AwsAccount } from '../tools/aws-account.ts';

interface KendraForm {
  account: AwsAccount;
  indexId: string;
  filter?: Record<string, unknown> | undefined;
}

const confidence: Readonly<Record<string, number>> = {
  VERY_HIGH: 1,
  HIGH: 0.8,
  MEDIUM: 0.6,
  LOW: 0.4,
  NOT_AVAILABLE: 0,
};
const found = z.object({
  ResultItems: z
    .array(
      z.object({
        Id: z.string().optional(),
        DocumentId: z.string().optional(),
        DocumentTitle: z.string().optional(),
        DocumentURI: z.string().optional(),
        Content: z.string().optional(),
        ScoreAttributes: z.object({ ScoreConfidence: z.string() }).nullish(),
      }),
    )
    .optional(),
});
const put = z.object({
  FailedDocuments: z
    .array(z.object({ Id: z.string().optional(), ErrorMessage: z.string().optional() }))
    .optional(),
});

/** An index of Amazon Kendra, which finds by meaning without vectors of ours. */
export function kendraStore({ account, indexId, filter }: KendraForm): OutsideStore {
  const ask = <T>(action: string, body: object, shape: z.ZodType<T>, context: RunContext) =>
    askAws(
      {
        account,
        name: 'Amazon Kendra',
        service: 'kendra',
        target: `AWSKendraFrontendService.${action}`,
        body: { IndexId: indexId, ...body },
      },
      shape,
      context,
    );
  return {
    name: 'Amazon Kendra',
    embedsItself: true,
    batchSize: 10,
    async insert(passages, context) {
      const documents = passages.map(({ id, pageContent, metadata }) => ({
        Id: id,
        Title: String(metadata['title'] ?? metadata['source'] ?? id).slice(0, 1024),
        Blob: Buffer.from(pageContent).toString('base64'),
        ContentType: 'PLAIN_TEXT',
        Attributes: Object.entries(metadata)
          .filter(([name, value]) => typeof value === 'string' && name === '_source_uri')
          .map(([name, value]) => ({ Key: name, Value: { StringValue: String(value).slice(0, 2048) } })),
      }));
      const { FailedDocuments: failed = [] } = await ask(
        'BatchPutDocument',
        { Documents: documents },
        put,
        context,
      );
      const [first] = failed;
      if (first)
        throw new AppError(
          'PROVIDER_REFUSED',
          `Amazon Kendra rejected a document: ${first.ErrorMessage ?? 'no reason given'}`,
        );
    },
    async search({ text, count }, context) {
      const condition = filter && { AttributeFilter: filter };
      const body = { QueryText: text.slice(0, 1000), PageSize: count, ...condition };
      const { ResultItems: items = [] } = await ask('Retrieve', body, found, context);
      return items.map((item) => ({
        ...(item.DocumentId && { id: item.DocumentId }),
        pageContent: item.Content ?? '',
        metadata: {
          ...(item.DocumentURI && { source: item.DocumentURI }),
          ...(item.DocumentTitle && { title: item.DocumentTitle }),
        },
        score: confidence[item.ScoreAttributes?.ScoreConfidence ?? ''] ?? 0,
      }));
    },
    async remove(ids, context) {
      await ask('BatchDeleteDocument', { DocumentIdList: ids }, put, context);
    },
  };
}

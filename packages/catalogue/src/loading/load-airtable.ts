import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { textOf } from '../retrieval/text-of.ts';
import { commaList } from '../tools/comma-list.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';

const page = z.object({
  records: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })),
  offset: z.string().optional(),
});
const pageSize = 100;
const mostRecords = 50_000;

/** Records of a table, one document each: a line for each field. */
export async function* loadAirtable(
  { baseId, tableId, viewId, fields, returnAll, limit, filterByFormula }: NodeInputs['airtable'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const token = await readSecret(context, 'accessToken', 'Airtable');
  const ask = jsonApi({
    service: 'Airtable',
    base: 'https://api.airtable.com/v0',
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
    maxMegabytes: 8,
  });
  const most = returnAll ? mostRecords : (limit ?? pageSize);
  const base = encodeURIComponent(baseId.trim());
  const table = encodeURIComponent(tableId.trim());
  let done = 0;
  let offset: string | undefined;
  do {
    const body = {
      pageSize: Math.min(pageSize, most - done),
      ...(offset && { offset }),
      ...(viewId && { view: viewId }),
      ...(fields && { fields: commaList(fields) }),
      ...(filterByFormula && { filterByFormula }),
    };
    const found = await ask(`/${base}/${table}/listRecords`, { body, shape: page }, context);
    done += found.records.length;
    const documents = found.records.map((record) => ({
      pageContent: Object.entries(record.fields)
        .map(([name, value]) => `${name}: ${textOf(value)}`)
        .join('\n'),
      metadata: { source: `https://airtable.com/${base}/${table}/${record.id}`, recordId: record.id },
    }));
    yield { documents, progress: { done, total: null, unit: 'rows' } };
    offset = found.offset;
  } while (offset && done < most);
}

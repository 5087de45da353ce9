import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { bearerService } from '../tools/bearer-service.ts';
import { commaList } from '../tools/comma-list.ts';
import { jsonApi } from '../tools/json-api.ts';
import { toPart } from './to-part.ts';

const base = 'https://sheets.googleapis.com/v4';
const about = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z.array(z.object({ properties: z.object({ title: z.string() }) })),
});
const values = z.object({ values: z.array(z.array(z.unknown())).optional() });

/** The rows of a sheet as text: with the heading of its column before each value where there are headings. */
function rowsText(rows: readonly (readonly unknown[])[], hasHeadings: boolean): string {
  const [head = [], ...rest] = rows;
  if (!hasHeadings) return rows.map((row) => row.map(String).join('\t')).join('\n');
  return rest
    .map((row) =>
      row
        .map((value, index) => `${String(head[index] ?? `Column ${index + 1}`)}: ${String(value)}`)
        .join('; '),
    )
    .join('\n');
}

/** The sheets of spreadsheets, one document each. */
export async function* loadGoogleSheets(
  form: NodeInputs['googleSheets'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const { headers, secrets } = await bearerService(context, { service: 'Google Sheets', base, prefix: '' });
  const ask = jsonApi({ service: 'Google Sheets', base, headers, secrets, maxMegabytes: 10 });
  let done = 0;
  for (const id of form.spreadsheetIds) {
    const path = `/spreadsheets/${encodeURIComponent(id)}`;
    const query = { fields: 'properties.title,sheets.properties.title' };
    const { properties, sheets } = await ask(path, { query, shape: about }, context);
    const names = commaList(form.sheetNames) ?? sheets.map((sheet) => sheet.properties.title);
    for (const name of names) {
      const range = `'${name.replaceAll("'", "''")}'${form.range ? `!${form.range}` : ''}`;
      const found = await ask(
        `${path}/values/${encodeURIComponent(range)}`,
        { query: { valueRenderOption: form.valueRenderOption }, shape: values },
        context,
      );
      done += 1;
      const source = `https://docs.google.com/spreadsheets/d/${id}`;
      const text = rowsText(found.values ?? [], form.includeHeaders);
      yield toPart(text, { source, title: properties.title, sheet: name }, done);
    }
  }
}

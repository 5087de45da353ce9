import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { findKey } from '../model/read-key.ts';
import { toModelError } from '../model/vendor-error.ts';
import { readFlowFiles } from '../retrieval/read-flow-files.ts';
import { askBytes } from '../tools/ask-bytes.ts';
import { toPart } from './to-part.ts';

type Form = NodeInputs['unstructuredFileLoader'];

const elements = z.array(
  z.object({
    type: z.string(),
    text: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
);
const service = 'Unstructured';

/** The form as fields of a request; what is left empty is Unstructured's to choose. */
function* fieldsOf(form: Form): Generator<[string, string]> {
  const plain = {
    strategy: form.strategy,
    encoding: form.encoding,
    chunking_strategy: form.chunkingStrategy === 'None' ? undefined : form.chunkingStrategy,
    hi_res_model_name: form.hiResModelName,
    coordinates: form.coordinates,
    xml_keep_tags: form.xmlKeepTags,
    include_page_breaks: form.includePageBreaks,
    multipage_sections: form.multiPageSections,
    combine_under_n_chars: form.combineUnderNChars,
    new_after_n_chars: form.newAfterNChars,
    max_characters: form.maxCharacters,
  };
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) yield [name, String(value)];
  for (const language of form.ocrLanguages ?? []) yield ['languages', language];
  if (form.skipInferTableTypes.length > 0)
    yield ['skip_infer_table_types', JSON.stringify(form.skipInferTableTypes)];
}

/** Files as Unstructured reads them, a document for each element. */
export async function* loadUnstructured(form: Form, context: RunContext): AsyncGenerator<LoadedPart> {
  const key = await findKey(context, 'unstructuredAPIKey');
  const url = checkAddress(
    form.unstructuredAPIUrl || 'https://api.unstructuredapp.io/general/v0/general',
    'Unstructured API URL',
  );
  let done = 0;
  for (const { name, bytes } of await readFlowFiles(form.fileObject, context.services)) {
    const body = new FormData();
    body.append('files', new Blob([new Uint8Array(bytes)]), name);
    for (const [field, value] of fieldsOf(form)) body.append(field, value);
    const headers = { accept: 'application/json', ...(key && { 'unstructured-api-key': key }) };
    const request = { service, url, method: 'POST' as const, headers, body, ...(key && { secret: key }) };
    const answer = new TextDecoder().decode(await askBytes(request, context));
    const read = elements.safeParse(answer.startsWith('[') ? JSON.parse(answer) : undefined);
    if (!read.success) throw toModelError(read.error, service, context.signal);
    for (const { type, text, metadata } of read.data) {
      done += 1;
      const about = { ...metadata, [form.sourceIdKey || 'source']: name, category: type };
      if (text) yield toPart(text, about, done);
    }
  }
}

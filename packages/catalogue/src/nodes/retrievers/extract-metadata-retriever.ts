import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { askModel } from '../../model/ask-model.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';
import { fieldsSchema } from '../../text/fields-schema.ts';
import { readJson } from '../../text/read-json.ts';
import { readPath } from '../../text/read-path.ts';
import { asRecord } from '../../tools/as-record.ts';

const topKDefault = 4;
/** Stores filter each in their own way: more is fetched, and what does not fit is left out here. */
const fetchedPerWanted = 10;

/** Whether metadata has a wanted value, or one of several. */
function hasValue(value: unknown, wanted: unknown): boolean {
  const have = Array.isArray(value) ? value.map(String) : [String(value)];
  const want = Array.isArray(wanted) ? wanted.map(String) : [String(wanted)];
  return want.some((one) => have.some((other) => other.toLowerCase() === one.toLowerCase()));
}

/** Finds among the passages whose metadata a question names. */
export const extractMetadataRetriever = implementNode({
  name: 'extractMetadataRetriever',
  icon: 'search',
  description: 'Lets a model read conditions out of a question, and finds passages whose metadata fits them.',

  async run(form, context) {
    const { vectorStore, model, query, topK = topKDefault } = form;
    const schema = fieldsSchema(form.dynamicMetadataFilterRetrieverStructuredOutput ?? [], 'key');
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const prompt = form.dynamicMetadataFilterRetrieverPrompt.replaceAll('{{query}}', () => question);
        const content = `${prompt}\n\nGive only JSON with what is named, and leave out what is not.`;
        const { text } = await askModel(model, { messages: [{ role: 'user', content }], schema }, current);
        const wanted = Object.entries(asRecord(readJson(text))).filter(
          ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
        );
        const found = await vectorStore.search(
          question,
          wanted.length > 0 ? topK * fetchedPerWanted : topK,
          current,
        );
        const fits = found.filter(({ metadata }) =>
          wanted.every(([name, value]) => hasValue(readPath(metadata, name), value)),
        );
        return fits.slice(0, topK);
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});

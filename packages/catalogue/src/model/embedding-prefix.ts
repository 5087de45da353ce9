import type { EmbeddingKind } from '@tendril/contract/provider/embedder';

const searching = 'Represent this sentence for searching relevant passages: ';

/** Families of open models that were trained with words before each text, and lose much of their quality without. */
const families: readonly { name: RegExp; query: string; document: string }[] = [
  { name: /nomic-embed/i, query: 'search_query: ', document: 'search_document: ' },
  {
    name: /(^|[/_-])(multilingual-)?e5-(small|base|large)(?!.*instruct)/i,
    query: 'query: ',
    document: 'passage: ',
  },
  {
    name: /mxbai-embed|snowflake-arctic-embed(?!2|-[ml]-v2)|bge-(small|base|large)-en/i,
    query: searching,
    document: '',
  },
];

/** What a model wants to stand before a text of this kind; '' for most, and where no kind is given. */
export function embeddingPrefix(modelId: string, kind: EmbeddingKind | undefined): string {
  if (kind === undefined) return '';
  return families.find(({ name }) => name.test(modelId))?.[kind] ?? '';
}

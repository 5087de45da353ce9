import { playedModel } from './played-models.ts';

interface Asked {
  input?: string | string[];
}

function embeddings({ input = '' }: Asked): Response {
  const data = [input].flat().map((_, index) => ({ object: 'embedding', index, embedding: [0.1, 0.2, 0.3] }));
  return Response.json({ object: 'list', data, model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } });
}

const text = 'Tea is a drink.';
const metadata = { text, source: 'tea.txt' };
const page = { title: 'Tea', link: 'https://tea.example/', snippet: text };
const description = {
  openapi: '3.1.0',
  info: { title: 'Tea', version: '1' },
  servers: [{ url: 'https://tea.example' }],
  paths: { '/tea': { get: { operationId: 'getTea', summary: 'Tells about tea.' } } },
};

/** The file that an owner of an OpenAPI flow has beside it. */
export const teaDescription = `data:application/json;base64,${btoa(JSON.stringify(description))},filename:tea.json`;

const vectara = { summary: text, search_results: [{ text, score: 0.9, document_metadata: {} }] };
const single = { results: [{ rows: [{ content: text, metadata: '{"source":"tea.txt"}', score: 0.9 }] }] };
const paper = `<feed><entry><id>http://arxiv.org/abs/1</id><title>Tea</title><summary>${text}</summary></entry></feed>`;
const tree = { tree: [{ path: 'tea.md', type: 'blob', size: 15, sha: 'a' }] };

/** What else than models is asked, by host. */
const hosts: Readonly<Record<string, (pathname: string) => Response>> = {
  'api.pinecone.io': () =>
    Response.json({ name: 'tea', host: 'tea.svc.pinecone.io', dimension: 3, metric: 'cosine' }),
  'tea.svc.pinecone.io': () => Response.json({ matches: [{ id: '1', score: 0.9, metadata }] }),
  'www.googleapis.com': () => Response.json({ items: [page] }),
  'serpapi.com': () => Response.json({ organic_results: [page] }),
  'api.vectara.io': () => Response.json(vectara),
  'tea.singlestore.com': () => Response.json(single),
  'api.github.com': (pathname) =>
    Response.json(pathname.includes('/git/trees/') ? tree : { content: btoa(text), encoding: 'base64' }),
  'export.arxiv.org': () => new Response(paper),
  'slack.com': () => Response.json({ ok: true, channel: 'C1', ts: '1700000000.000100' }),
  'graph.microsoft.com': () => Response.json({ id: '1700000000', messageType: 'message' }),
  'tea.example': () => Response.json({ about: text }),
};

/** Answers of vendors in the shapes that they document, by the host and path of a request. */
export const playedVendors: typeof globalThis.fetch = async (given, init) => {
  const request = new Request(given, init);
  const { host, pathname } = new URL(request.url);
  const asked: unknown = request.method === 'POST' ? await request.json() : undefined;
  if (pathname.endsWith('/embeddings')) return embeddings((asked ?? {}) as Asked);
  return (
    playedModel(pathname, asked) ??
    hosts[host]?.(pathname) ??
    Response.json({ message: `Nobody plays ${host}${pathname}.` }, { status: 404 })
  );
};

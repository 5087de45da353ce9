import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { asRecord } from '../tools/as-record.ts';
import { commaList } from '../tools/comma-list.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const answer = z.object({ name: z.string().optional(), nodes: z.record(z.string(), z.unknown()) });
const mostDepth = 100;

/** The texts below a node of a drawing, in their order. */
function textsOf(node: unknown, depth: number): string[] {
  const { type, characters, children } = asRecord(node);
  if (type === 'TEXT' && typeof characters === 'string') return [characters];
  if (!Array.isArray(children) || depth <= 0) return [];
  return children.flatMap((child) => textsOf(child, depth - 1));
}

/** Nodes of a Figma file, a document for the texts of each. */
export async function* loadFigma(
  { fileKey, nodeIds, recursive }: NodeInputs['figma'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const token = await readSecret(context, 'accessToken', 'Figma');
  const ask = jsonApi({
    service: 'Figma',
    base: 'https://api.figma.com/v1',
    headers: { 'x-figma-token': token },
    secrets: [token],
    maxMegabytes: 10,
  });
  const key = encodeURIComponent(fileKey.trim());
  const ids = (commaList(nodeIds) ?? []).join(',');
  const { nodes } = await ask(`/files/${key}/nodes`, { query: { ids }, shape: answer }, context);
  const found = Object.entries(nodes);
  for (const [index, [id, node]] of found.entries()) {
    const { document } = asRecord(node);
    const text = textsOf(document, recursive === false ? 1 : mostDepth).join('\n');
    const title = asRecord(document)['name'];
    const source = `https://www.figma.com/design/${key}?node-id=${encodeURIComponent(id)}`;
    yield toPart(text, { source, ...(typeof title === 'string' && { title }) }, index + 1, found.length);
  }
}

import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import { checkAddress } from '../model/address.ts';
import { readFlowFiles } from '../retrieval/read-flow-files.ts';
import { readLimited } from '../text/read-limited.ts';
import { serviceFetch } from '../tools/service-fetch.ts';
import type { Node } from './api-document.ts';
import { parseDescription } from './parse-description.ts';

const maxBytes = 4_000_000;

/** Where an OpenAPI description comes from: an address, or else a file of the flow. */
export interface ApiSource {
  /** The node's name in sentences. */
  node: string;
  link: string | undefined;
  file: string | undefined;
}

/** An OpenAPI description as data, and the address it was read from. */
interface ApiDescription {
  root: Node;
  source: string | undefined;
}

type Services = Pick<NodeServices, 'fetch'> & Partial<Pick<NodeServices, 'readFile'>>;

async function fetchText(
  url: string,
  node: string,
  services: Services,
  signal: AbortSignal,
): Promise<string> {
  const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' };
  const response = await serviceFetch({ services })(url, { headers, signal });
  if (!response.ok)
    throw new AppError('NODE_FAILED', `${node}: the address of the description answered ${response.status}.`);
  const { text, isCut } = await readLimited(response, maxBytes);
  if (isCut) throw new AppError('NODE_FAILED', `${node}: the description is larger than 4 MB.`);
  return text;
}

async function fileText(value: string, node: string, { readFile }: Services): Promise<string> {
  const lost = () => new AppError('FLOW_INVALID', `${node}: save the flow first, then its file can be read.`);
  const read = readFile ?? (() => Promise.reject(lost()));
  const [file] = await readFlowFiles(value, { readFile: read });
  if (!file) throw lost();
  return new TextDecoder().decode(file.bytes);
}

/** Reads an OpenAPI description, JSON or YAML. Throws FLOW_INVALID, INVALID_INPUT or NODE_FAILED in words. */
export async function readApiSource(
  { node, link, file }: ApiSource,
  services: Services,
  signal: AbortSignal,
): Promise<ApiDescription> {
  if (link?.trim()) {
    const source = checkAddress(link, `${node}: Link`);
    return { root: await parseDescription(await fetchText(source, node, services, signal), node), source };
  }
  if (!file) throw new AppError('FLOW_INVALID', `${node} needs an OpenAPI description: a file or a link.`);
  return { root: await parseDescription(await fileText(file, node, services), node), source: undefined };
}

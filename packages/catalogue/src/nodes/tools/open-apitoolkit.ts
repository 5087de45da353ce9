import type { LoadRequest } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toHeaders } from '../../model/address.ts';
import { apiOperations, apiServers } from '../../open-api/api-operations.ts';
import { chooseOperations, operationKey } from '../../open-api/choose-operations.ts';
import { operationTool } from '../../open-api/operation-tool.ts';
import { type ApiSource, readApiSource } from '../../open-api/read-api-source.ts';

const node = 'OpenAPI Toolkit';

function sourceOf(inputs: Readonly<Record<string, unknown>>): ApiSource {
  const text = (name: string) => (inputs[name] ? String(inputs[name]) : undefined);
  return inputs['inputType'] === 'link'
    ? { node, link: text('openApiLink'), file: undefined }
    : { node, link: undefined, file: text('openApiFile') };
}

/** The description that a form names; nothing while it names none. */
async function readForForm({ inputs, fetch, readFile, signal }: LoadRequest) {
  const source = sourceOf(inputs);
  if (!source.link?.trim() && !source.file) return undefined;
  return readApiSource(source, { fetch, ...(readFile && { readFile }) }, signal);
}

/** Lets an agent use the operations of an API that has an OpenAPI description. */
export const openAPIToolkit = implementNode({
  name: 'openAPIToolkit',
  icon: 'globe',
  description: 'Lets an agent use the operations of an API, from its OpenAPI description.',
  // One reading serves every question to a version of the flow.
  isReusable: true,
  inputs: {
    selectedServer: param.asyncOptions({
      label: 'Server',
      loadMethod: 'listServers',
      description: 'The first one of the description when nothing is chosen.',
      freeSolo: true,
      optional: true,
    }),
    selectedEndpoints: param.asyncMultiOptions({
      label: 'Available Endpoints',
      loadMethod: 'listEndpoints',
      description: 'All of them when nothing is chosen.',
      optional: true,
    }),
    customCode: param.code({
      label: 'Custom Code',
      description: 'Makes the request instead: $url and $options hold what would be sent.',
      optional: true,
      additionalParams: true,
    }),
  },
  upgrades: {
    2.1: ({ yamlFile, ...values }) => ({
      ...values,
      ...(yamlFile !== undefined && { inputType: 'file', openApiFile: yamlFile }),
    }),
  },
  loadMethods: {
    async listServers(request) {
      const read = await readForForm(request);
      const servers = read ? apiServers(read.root, read.source) : [];
      return servers.map((url) => ({ name: url, label: url }));
    },
    async listEndpoints(request) {
      const read = await readForForm(request);
      if (!read) return [];
      const { operations } = apiOperations(read.root, {
        source: read.source,
        baseUrl: undefined,
        field: node,
      });
      return operations.map((one) => ({
        name: operationKey(one),
        label: operationKey(one),
        description: one.description,
      }));
    },
  },

  async run(form, { nodeId, services, signal }) {
    const { root, source } = await readApiSource(sourceOf({ ...form }), services, signal);
    const headers = toHeaders(form.headers, 'Headers');
    const baseUrl = form.selectedServer || undefined;
    const { operations } = apiOperations(root, { source, baseUrl, field: node });
    const chosen = chooseOperations(operations, form.selectedEndpoints ?? [], node);
    const shared = {
      nodeId,
      headers,
      removeNulls: form.removeNulls === true,
      isDirect: form.returnDirect === true,
      code: form.customCode,
    };
    return { openAPIToolkit: chosen.map((operation) => operationTool({ ...shared, operation })) };
  },
});

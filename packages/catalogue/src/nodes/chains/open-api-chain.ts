import { param } from '@tendril/contract/node/param';
import type { Chain } from '@tendril/contract/provider/answer';
import { runAgent } from '../../agent/run-agent.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toHeaders } from '../../model/address.ts';
import { apiOperations } from '../../open-api/api-operations.ts';
import { operationTool } from '../../open-api/operation-tool.ts';
import { readApiSource } from '../../open-api/read-api-source.ts';

const node = 'OpenAPI Chain';
const instructions =
  'Answer the question from the API behind the tools: make the requests that it needs, and answer from what they return.';

/** Answers from an API that has an OpenAPI description. */
export const openApiChain = implementNode({
  name: 'openApiChain',
  icon: 'globe',
  description: 'Chooses the requests to an API from its OpenAPI description, and answers from the responses.',
  inputs: {
    yamlLink: param.string({
      label: 'YAML Link',
      description: 'The address of the description, JSON or YAML. It is used instead of the file.',
      optional: true,
    }),
    yamlFile: param.file({ label: 'YAML File', fileType: '.yaml,.yml,.json', optional: true }),
  },

  async run({ model, yamlLink, yamlFile, headers, inputModeration }, { nodeId, services, signal }) {
    const { root, source } = await readApiSource({ node, link: yamlLink, file: yamlFile }, services, signal);
    const { operations } = apiOperations(root, { source, baseUrl: undefined, field: node });
    const shared = { nodeId, headers: toHeaders(headers, 'Headers'), removeNulls: false, code: undefined };
    const tools = operations.map((operation) => operationTool({ ...shared, operation }));
    const openApiChain: Chain = {
      nodeId,
      async invoke(question, context) {
        const refusal = await checkModeration(inputModeration, question, context);
        if (refusal) return refusal;
        const messages = [
          { role: 'system', content: instructions } as const,
          { role: 'user', content: question } as const,
        ];
        return runAgent({ model, messages, tools, isAnswer: true }, context);
      },
    };
    return { openApiChain };
  },
});

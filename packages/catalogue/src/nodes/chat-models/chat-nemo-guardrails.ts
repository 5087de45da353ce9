import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { guardrailsFetch } from '../../providers/vendors/guardrails-fetch.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** A model behind a NeMo Guardrails server. */
export const chatNemoGuardrails = implementNode({
  name: 'chatNemoGuardrails',
  icon: 'nvidia',
  description: 'A model behind the rules of a NeMo Guardrails server.',

  run: async ({ configurationId, baseUrl }, context) => ({
    chatNemoGuardrails: await openChatModel(
      vendors.nemo,
      { modelName: configurationId, streaming: false },
      context,
      {
        baseUrl: `${checkAddress(baseUrl, 'Base URL')}/v1`,
        body: { model: undefined, config_id: configurationId, guardrails: { config_id: configurationId } },
        fetch: guardrailsFetch(context.services.fetch),
      },
    ),
  }),
});

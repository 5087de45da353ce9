import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { stripeActions } from '../../tools/stripe-actions.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Lets a model work with Stripe. */
export const stripeAgentTool = implementNode({
  name: 'stripeAgentTool',
  icon: 'stripe',
  description: 'Lets an agent work with customers, products, prices and invoices at Stripe.',

  async run(inputs, context) {
    const vendor = { service: 'Stripe', base: 'https://api.stripe.com/v1', prefix: 'stripe' };
    const service = {
      ...(await bearerService(context, vendor, 'stripeApiToken')),
      knowsRepetitions: true,
    };
    const chosen = Object.entries(inputs).flatMap(([resource, verbs]) =>
      (verbs ?? []).map((verb) => `${resource}${capital(verb)}`),
    );
    // The form offers each verb for each resource; there is no way to create a balance.
    const known = chosen.filter((name) => Object.hasOwn(stripeActions, name));
    return { stripeAgentTool: actionTools(stripeActions, known, service, {}) };
  },
});

import { AppError } from '@tendril/contract/app-error';
import type { SipLines } from '../features/voice/phone-lines/public.ts';
import {
  createCarriers,
  createInboundRules,
  createNumberHealth,
  createNumberImports,
  createPhoneNumbers,
  type NumberAgents,
  phoneNumberCheckRoutes,
  phoneNumberRoutes,
} from '../features/voice/phone-numbers/public.ts';
import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import { createHostLookup } from '../platform/egress/look-up-host.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

interface PhoneNumberNeeds {
  agents: VoiceAgents;
  webhooks: VoiceWebhooks;
  openCredential: Services['credentials']['open'];
  /** How it stands with the trunks of numbers. */
  sip: Pick<SipLines, 'stateOf'>;
}

/** A carrier's API usually answers within a second; a request for the list of numbers waits no longer than this. */
const carrierTimeoutMs = 15_000;

/** Phone numbers and the rules that decide who answers them. */
export function mountPhoneNumbers(
  app: App,
  { db, egress, config }: Infrastructure,
  { agents: voiceAgents, webhooks, openCredential, sip }: PhoneNumberNeeds,
) {
  const agents = numberAgents(voiceAgents);
  const numbers = createPhoneNumbers({ db, agents, removeTraces: webhooks.removeNumberSecret });
  const carriers = createCarriers({ db, egress, openCredential, timeoutMs: carrierTimeoutMs });
  const lookUpHost = createHostLookup(config);
  const health = createNumberHealth({
    db,
    numbers,
    agents,
    carriers,
    lookUpHost,
    trunkState: (number) => sip.stateOf(number),
    publicUrl: config.publicUrl,
  });
  const rules = createInboundRules({ numbers, agents, askInbound: webhooks.askInbound });
  const imports = createNumberImports(numbers, carriers);
  phoneNumberRoutes(app, numbers);
  const secrets = { hint: webhooks.numberSecretHint, renew: webhooks.renewNumberSecret };
  phoneNumberCheckRoutes(app, { numbers, health, rules, imports, secrets });
  return { numbers, rules, imports, carriers };
}

function numberAgents(agents: VoiceAgents): NumberAgents {
  return {
    list: agents.list,
    hasVersion: (scope, agentId, versionId) =>
      agents.snapshot(scope, agentId, versionId).then(
        () => true,
        (error) => {
          if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
          throw error;
        },
      ),
  };
}

import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { CallLimits, Calls, MediaProcess } from '../calls/public.ts';
import type { DoNotCall } from '../do-not-call/public.ts';
import type { Carriers, InboundRules, PhoneNumbers } from '../phone-numbers/public.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import type { VoiceWebhooks } from '../voice-webhooks/public.ts';
import { carrierAddresses } from './carrier-addresses.ts';
import { carrierSecrets } from './carrier-secrets.ts';
import { connectNumber } from './connect-number.ts';
import { createInboundCalls } from './inbound-calls.ts';
import { type LedCalls, ledCalls } from './led-calls.ts';
import { lineSessions } from './line-sessions.ts';
import { ledCarriers } from './media/led-carriers.ts';
import { createOutboundCalls, type OutboundCalls } from './outbound-calls.ts';
import { phoneCallRoutes } from './phone-calls.routes.ts';
import type { InboundCalls } from './phone-line.ts';
import type { SipLines } from './sip/sip-lines.ts';
import { telephonyRoutes } from './telephony.routes.ts';
import { telnyxCalls } from './telnyx/telnyx-calls.ts';
import { createTelnyxLines } from './telnyx/telnyx-lines.ts';
import { twilioCalls } from './twilio/twilio-calls.ts';
import { createTwilioLines } from './twilio/twilio-lines.ts';

interface PhoneLineParts {
  infrastructure: Pick<
    Infrastructure,
    'callProcesses' | 'config' | 'db' | 'egress' | 'load' | 'log' | 'peers' | 'processes'
  >;
  calls: Calls;
  numbers: PhoneNumbers;
  rules: InboundRules;
  carriers: Carriers;
  agents: VoiceAgents;
  webhooks: Pick<VoiceWebhooks, 'askInbound'>;
  limits: CallLimits;
  doNotCall: Pick<DoNotCall, 'refuse'>;
  sip: SipLines;
  /** Carries the sound of lines; absent where it is to stay in this process. */
  media: MediaProcess | undefined;
}

export interface PhoneLines {
  /** Calls that are placed by this process. */
  outbound: OutboundCalls;
  /** Calls that are placed by whichever process has their lines. */
  ledCalls: LedCalls;
  inbound: InboundCalls;
}

/** A command that takes longer than this has failed for the caller. */
const commandMs = 10_000;

/** The telephone network: every carrier, the calls that arrive and those that agents place; mounts its routes. */
export async function createPhoneLines(app: App, parts: PhoneLineParts): Promise<PhoneLines> {
  const { infrastructure, calls, numbers, rules, carriers, agents, webhooks, limits, doNotCall, sip, media } =
    parts;
  const { config, egress, log } = infrastructure;
  const addresses = carrierAddresses(config);
  const secrets = carrierSecrets(carriers);
  const sessions = lineSessions({ calls, log });
  const led = ledCarriers(infrastructure);
  const inbound: InboundCalls = createInboundCalls({
    calls,
    numbers,
    rules,
    agents,
    askInbound: webhooks.askInbound,
    limits,
    sessions,
    load: infrastructure.load,
    log,
  });
  const openTwilio = async (scope: Scope, number: PhoneNumber) =>
    twilioCalls({ secret: await secrets.require(scope, number, 'twilio'), egress, timeoutMs: commandMs });
  const openTelnyx = async (scope: Scope, number: PhoneNumber) =>
    telnyxCalls({ secret: await secrets.require(scope, number, 'telnyx'), egress, timeoutMs: commandMs });
  const twilio = createTwilioLines({
    addresses,
    inbound: () => inbound,
    open: openTwilio,
    home: led.home,
    onExpected: () => media?.prepare(),
  });
  const telnyx = createTelnyxLines({
    addresses,
    inbound: () => inbound,
    open: openTelnyx,
    home: led.home,
    onExpected: () => media?.prepare(),
  });
  const providers = [twilio.provider, telnyx.provider, sip];
  const outbound = createOutboundCalls({ calls, numbers, agents, limits, doNotCall, sessions, providers });
  const placing = ledCalls({ app, ...infrastructure, outbound, calls });
  phoneCallRoutes(app, placing, connectNumber({ numbers, addresses, openTwilio, openTelnyx }));
  const { ownerOf } = calls.phones;
  await telephonyRoutes(app, {
    numbers,
    secrets,
    addresses,
    twilio,
    telnyx,
    led,
    ownerOf,
    media,
    load: infrastructure.load,
  });
  await sip.listen(inbound, doNotCall);
  numbers.onChange(() => void sip.refresh().catch(() => undefined));
  app.fastify.addHook('onClose', () => sip.close());
  return { outbound, ledCalls: placing, inbound };
}

import {
  listPhoneNumberOverviews,
  readNumberSecret,
  readPhoneNumberHealth,
  renewNumberSecret,
  simulateInbound,
  testInboundWebhook,
} from '@tendril/contract/api/phone-number-checks';
import { importPhoneNumbers, listCarrierNumbers } from '@tendril/contract/api/phone-number-imports';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { InboundRules } from './inbound-rules.ts';
import type { NumberHealth } from './number-health.ts';
import type { NumberImports } from './number-imports.ts';
import type { PhoneNumbers } from './phone-numbers.ts';

interface NumberServices {
  numbers: PhoneNumbers;
  health: NumberHealth;
  rules: InboundRules;
  imports: NumberImports;
  /** The secret that signs a number's webhook requests. */
  secrets: {
    hint(scope: Scope, id: string): Promise<{ hint: string; createdAt: number | null }>;
    renew(scope: Scope, id: string): Promise<{ secret: string; hint: string }>;
  };
}

/** Routes that check a number: health, trials of its rules and of its webhook, numbers of carriers. */
export function phoneNumberCheckRoutes(
  app: App,
  { numbers, health, rules, imports, secrets }: NumberServices,
): void {
  serve(app, listPhoneNumberOverviews, async ({ caller }) => ({ data: await health.overviews(caller) }));
  serve(app, readPhoneNumberHealth, async ({ caller, params }) => ({
    data: await health.check(caller, params.id),
  }));
  serve(app, simulateInbound, ({ caller, params, body }) =>
    rules.simulate(caller, params.id, { fromNumber: body.fromNumber, now: body.at }),
  );
  serve(app, testInboundWebhook, ({ caller, params, body }) =>
    rules.test(caller, params.id, body.url, body.fromNumber),
  );
  serve(app, readNumberSecret, async ({ caller, params }) => {
    await numbers.read(caller, params.id);
    return secrets.hint(caller, params.id);
  });
  serve(app, renewNumberSecret, async ({ caller, params }) => {
    await numbers.read(caller, params.id);
    return secrets.renew(caller, params.id);
  });
  serve(app, listCarrierNumbers, ({ caller, query }) => imports.list(caller, query.credentialId));
  serve(app, importPhoneNumbers, ({ caller, body }) =>
    imports.add(caller, body.credentialId, body.phoneNumbers),
  );
}

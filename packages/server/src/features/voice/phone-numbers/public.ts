// What other features and the composition may use of this one.
export { type CarrierParts, carrierAddress } from './carrier-account.ts';
export { type Carriers, createCarriers } from './carriers.ts';
export { createInboundRules, type InboundRules } from './inbound-rules.ts';
export { readNumberFacts } from './number-facts.ts';
export { createNumberHealth } from './number-health.ts';
export { createNumberImports, type NumberImports } from './number-imports.ts';
export type { NumberAgents } from './number-references.ts';
export { phoneNumberCheckRoutes } from './phone-number-checks.routes.ts';
export { phoneNumberRoutes } from './phone-numbers.routes.ts';
export { createPhoneNumbers, type OwnedNumber, type PhoneNumbers } from './phone-numbers.ts';

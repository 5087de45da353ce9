// What other features and the composition may use of this one.
export { createCarriers } from './carriers.ts';
export { createInboundRules } from './inbound-rules.ts';
export { createNumberHealth } from './number-health.ts';
export { createNumberImports, type NumberImports } from './number-imports.ts';
export type { NumberAgents } from './number-references.ts';
export { phoneNumberCheckRoutes } from './phone-number-checks.routes.ts';
export { phoneNumberRoutes } from './phone-numbers.routes.ts';
export { createPhoneNumbers, type PhoneNumbers } from './phone-numbers.ts';

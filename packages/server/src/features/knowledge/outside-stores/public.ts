// What other features and the composition may use of this one.
export type { OpenOutsideClient, OutsideChoice } from './outside-client.ts';
export { createOutsideStores, type OutsideSearch, type OutsideStores } from './outside-stores.ts';
export { testOutside } from './test-outside.ts';

// What other features and the composition may use of this one.
export { batchCallRoutes } from './batch-calls.routes.ts';
export { type BatchCalls, createBatchCalls } from './batch-calls.ts';
export type { NewContact } from './new-batch.ts';

// What other features and the composition may use of this one.
export { createPassages, forgetPassagesOfChats, type Passages } from './passages.ts';
export { createUpsertForms } from './upsert-form.ts';
export { createUpsertHistory } from './upsert-history.ts';
export { upsertRecordStore } from './upsert-records.store.ts';
export { upsertRoutes } from './upserts.routes.ts';
export { createUpserts } from './upserts.ts';

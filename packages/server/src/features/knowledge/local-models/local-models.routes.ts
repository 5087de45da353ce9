import { downloadLocalModel, listLocalModels } from '@tendril/contract/api/local-models';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { LocalModels } from '../../../platform/local-embeddings/local-embeddings.ts';
import { downloadKind } from './download-handler.ts';

interface LocalModelParts {
  db: Database;
  jobs: JobQueue;
  models: LocalModels;
}

/** Routes of the models that work on the server itself. */
export function localModelRoutes(app: App, { db, jobs, models }: LocalModelParts): void {
  async function latestOf(scope: Scope, name: string) {
    const [job] = await jobs.listLatest(scope, name, 1);
    return job && job.state !== 'done' ? job : null;
  }

  serve(app, listLocalModels, async ({ caller }) => {
    const all = await models.list();
    const states = all.map(async (model) => ({
      ...model,
      folder: `${models.shownFolder}/${model.name}`,
      job: models.find(model.name) ? await latestOf(caller, model.name) : null,
    }));
    const host = models.address === null ? null : new URL(models.address).host;
    return { models: await Promise.all(states), host };
  });

  serve(app, downloadLocalModel, async ({ caller, params }) => {
    const { name } = params;
    if (!models.find(name)) throw new AppError('NOT_FOUND', 'There is no such model to download.');
    if (models.address === null)
      throw new AppError('INVALID_INPUT', 'This server does not download models. Put its files there.');
    const { workspaceId } = caller;
    const latest = await latestOf(caller, name);
    if (latest && ['waiting', 'running', 'paused'].includes(latest.state)) return latest;
    await jobs.requireRoom(caller);
    const job = await db
      .transaction()
      .execute((trx) => jobs.enqueue(trx, { workspaceId, kind: downloadKind, subjectId: name, key: name }));
    jobs.poke();
    return job;
  });
}

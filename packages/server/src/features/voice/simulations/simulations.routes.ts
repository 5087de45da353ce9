import { draftCallTest } from '@tendril/contract/api/call-details';
import {
  createSimulation,
  deleteSimulation,
  listSimulationResults,
  listSimulations,
  runSimulation,
  suggestSimulations,
  updateSimulation,
} from '@tendril/contract/api/simulations';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Simulations } from './simulations.ts';

/** Mounts the test cases of voice agents. */
export function simulationRoutes(app: App, simulations: Simulations): void {
  serve(app, listSimulations, async ({ caller, params }) => ({
    data: await simulations.list(caller, params.id),
  }));
  serve(app, createSimulation, async ({ caller, params, body }) => ({
    data: await simulations.create(caller, params.id, body),
  }));
  serve(app, updateSimulation, async ({ caller, params, body }) => ({
    data: await simulations.update(caller, params.id, body),
  }));
  serve(app, deleteSimulation, ({ caller, params }) => simulations.remove(caller, params.id));
  serve(app, runSimulation, async ({ caller, params, body }) => ({
    data: await simulations.run(caller, params.id, body.times),
  }));
  serve(app, listSimulationResults, async ({ caller, params }) => ({
    data: await simulations.results(caller, params.id),
  }));
  serve(app, draftCallTest, async ({ caller, params, query }) => ({
    data: await simulations.draftOfCall(caller, params.id, query.upTo),
  }));
  serve(app, suggestSimulations, async ({ caller, params }) => ({
    data: await simulations.suggest(caller, params.id),
  }));
}

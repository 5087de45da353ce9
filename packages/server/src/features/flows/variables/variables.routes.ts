import {
  createVariable,
  deleteVariable,
  listVariables,
  updateVariable,
} from '@tendril/contract/api/variables';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { VariableService } from './variables.ts';

const alias = { alias: true };

/** Routes of variables; also under `/api/v1`. */
export function variableRoutes(app: App, variables: VariableService): void {
  serve(app, listVariables, ({ caller }) => variables.list(caller), alias);
  serve(app, createVariable, ({ caller, body }) => variables.create(caller, body), alias);
  serve(app, updateVariable, ({ caller, params, body }) => variables.update(caller, params.id, body), alias);
  serve(app, deleteVariable, ({ caller, params }) => variables.remove(caller, params.id), alias);
}

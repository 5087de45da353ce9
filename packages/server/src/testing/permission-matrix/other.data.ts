// Written by `node tools/permission-matrix.ts`; what changes here is a change of who may do what.
import type { PermissionTable } from './permission-matrix.ts';

// biome-ignore format: one route, one line
export const otherPermissions: PermissionTable = {
  'GET /v1/models': ['flows:read', 'owner admin builder operator analyst viewer'],
  'GET /v1/models/:model': ['flows:read', 'owner admin builder operator analyst viewer'],
  'GET /widget-demo/:id': ['flows:read', 'owner admin builder operator analyst viewer'],
  'POST /api/v1/node-custom-function': ['code:run', 'owner admin builder'],
  'POST /v1/chat/completions': ['flows:run', 'owner admin builder operator'],
};

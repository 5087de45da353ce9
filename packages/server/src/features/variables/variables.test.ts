import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createVariableService } from './variables.service.ts';

describe('variables of the type runtime', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('come from TENDRIL_VAR_ of the environment, and from nothing else of it', async () => {
    vi.stubEnv('TENDRIL_VAR_town', 'Bergen');
    vi.stubEnv('town', 'leaked');
    vi.stubEnv('SECRET_TOKEN', 'leaked');
    const house = await createTestApp();
    const scope = { workspaceId: 'w' };
    const variables = createVariableService({ db: house.ground.db, onChange() {} });
    for (const name of ['town', 'SECRET_TOKEN'])
      await variables.create(scope, { name, value: 'x', type: 'runtime' });
    expect(await variables.values(scope)).toEqual({ SECRET_TOKEN: '', town: 'Bergen' });
    await house.close();
  });
});

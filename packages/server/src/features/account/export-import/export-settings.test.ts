import { expect, it } from 'vitest';
import { exportSettings } from './export-settings.ts';

it('leaves out whatever names a stored secret, however deep', () => {
  const settings = { welcomeMessage: 'Hi', followUp: { openai: { credentialId: 'c1', model: 'm' } } };
  expect(exportSettings(JSON.stringify(settings))).toBe(
    '{"welcomeMessage":"Hi","followUp":{"openai":{"model":"m"}}}',
  );
});

it('makes nothing of what is no object', () => {
  expect([null, '', '{', '[1]', '"x"'].map(exportSettings)).toEqual(['', '', '', '', '']);
});

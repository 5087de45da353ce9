import { describe, expect, it } from 'vitest';
import { readConfig, settings } from './config.ts';
import { describeConfig } from './config-help.ts';

describe('the configuration', () => {
  it('needs nothing, and listens to this machine only', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      egressAllow: [],
      eventRetentionDays: 90,
    });
    expect(readConfig({}).home).toMatch(/\.tendril$/);
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('reads lists and addresses', () => {
    const config = readConfig({
      ALLOWED_ORIGINS: 'https://a.example, https://b.example/path',
      EGRESS_ALLOW: '127.0.0.1:11434,[::1]:8080',
      DATABASE_URL: 'postgres://u:p@db:5432/x',
    });
    expect(config.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
    expect(config.egressAllow).toEqual(['127.0.0.1:11434', '[::1]:8080']);
  });

  it('names every variable at fault', () => {
    const faults = { PORT: 'x', DATABASE_URL: 'mysql://a', LOG_LEVEL: 'loud', EGRESS_ALLOW: 'localhost' };
    for (const name of Object.keys(faults)) expect(() => readConfig(faults)).toThrow(name);
  });

  it('documents every variable once', () => {
    const page = describeConfig();
    for (const { variable, sentence } of Object.values(settings)) {
      expect(page.split(`\`${variable}\``)).toHaveLength(2);
      expect(page).toContain(sentence);
    }
  });
});

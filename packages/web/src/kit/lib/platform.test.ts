import { expect, it } from 'vitest';
import { platformOf } from './platform.ts';

const agents: [string, string, string | null][] = [
  ['FMT-05', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36', 'macos'],
  ['FMT-06', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 'ios'],
  ['FMT-06, SP-103', 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X)', 'ios'],
  ['FMT-07', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['FMT-08', 'Mozilla/5.0 (Linux; Android 14; Pixel 8)', 'android'],
  ['FMT-09', 'Mozilla/5.0 (X11; Linux x86_64)', 'linux'],
  ['SP-103', 'SomethingElse/1.0', null],
  ['SP-103', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/16.6 Safari', 'macos'],
];

it.each(agents)('%s: %s is told apart', (_item, agent, platform) => {
  expect(platformOf(agent)).toBe(platform);
});

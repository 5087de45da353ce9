import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it('browsers go by the name that people know, whatever else they claim to be', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1';
  expect(browserName(chrome)).toEqual({ browser: 'Chrome', system: 'Linux' });
  expect(browserName(`${chrome} Edg/141.0`)).toMatchObject({ browser: 'Edge' });
  expect(browserName(safari)).toEqual({ browser: 'Safari', system: 'iOS' });
  expect(browserName('lightMyRequest')).toEqual({ browser: '', system: '' });
  expect(browserName(null)).toEqual({ browser: '', system: '' });
});

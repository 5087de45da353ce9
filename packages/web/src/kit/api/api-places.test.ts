import { expect, it } from 'vitest';
import { readApiPlaces } from './api-places.ts';

const own = { coreHost: '', studioHost: '', coreService: 'core', product: 'tendril' };

function pageWith(data: Record<string, string>): HTMLElement {
  const page = document.createElement('head');
  const meta = document.createElement('meta');
  meta.name = 'api-places';
  Object.assign(meta.dataset, data);
  page.append(meta);
  return page;
}

it('SP-16: without a word of the server or the build, everything is on the host of the page', () => {
  expect(readApiPlaces(document.createElement('head'), {})).toEqual(own);
  const marks = {
    coreHost: '__CORE_HOST__',
    coreService: '__CORE_SERVICE__',
    productName: '__PRODUCT_NAME__',
  };
  expect(readApiPlaces(pageWith(marks), {})).toEqual(own);
});

it('SP-16: a page handed out by its server goes by what that says, also where it was built for other places', () => {
  const said = {
    coreHost: 'https://api.acme.example',
    studioHost: '',
    coreService: 'gateway',
    productName: 'acme',
  };
  const built = {
    VITE_CORE_HOST: 'https://built.example',
    VITE_STUDIO_HOST: 'https://studio.example',
    VITE_CORE_SERVICE: 'built',
  };
  expect(readApiPlaces(pageWith(said), built)).toEqual({
    coreHost: 'https://api.acme.example',
    studioHost: 'https://studio.example',
    coreService: 'gateway',
    product: 'acme',
  });
});

it('SP-16: a page handed out by any other server goes by what it was built with', () => {
  const built = {
    VITE_CORE_HOST: 'https://built.example',
    VITE_CORE_SERVICE: 'one',
    VITE_PRODUCT_NAME: 'two',
  };
  expect(readApiPlaces(pageWith({ coreService: '__CORE_SERVICE__' }), built)).toEqual({
    coreHost: 'https://built.example',
    studioHost: '',
    coreService: 'one',
    product: 'two',
  });
});

import { expect, it } from 'vitest';
import { fullScreenRoutes, protectedRoutes } from './routes.tsx';

it('ROUTES-33: there are exactly the 21 protected and 6 full-screen paths of the specification', () => {
  expect(protectedRoutes.map((row) => row.path)).toEqual([
    '/chatflows',
    '/agentflows',
    '/marketplaces',
    '/apikey',
    '/tools',
    '/assistants',
    '/agent',
    '/agent/:id',
    '/assistants/custom',
    '/assistants/custom/:id',
    '/assistants/openai',
    '/credentials',
    '/variables',
    '/document-stores',
    '/document-stores/:storeId',
    '/document-stores/chunks/:storeId/:fileId',
    '/document-stores/:storeId/:name',
    '/document-stores/vector/:storeId',
    '/document-stores/vector/:storeId/:docId',
    '/document-stores/query/:storeId',
    '/phone-numbers',
  ]);
  expect(fullScreenRoutes.map((row) => row.path)).toEqual([
    '/canvas',
    '/canvas/:id',
    '/agentcanvas',
    '/agentcanvas/:id',
    '/marketplace/:id',
    '/chatbot/:id',
  ]);
});

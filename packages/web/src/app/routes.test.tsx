import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { fullScreenRoutes, protectedRoutes } from './routes.tsx';

it('ROUTES-33: there are exactly the 21 protected and 6 full-screen paths of the specification', () => {
  // The page for those who keep the server running, and those of calls, came later.
  const later = [
    ...['/system', '/calls', '/calls/:id', '/calls/replays/:id'],
    ...['/calls/batches', '/calls/batches/:id', '/calls/do-not-call'],
  ];
  expect(protectedRoutes.map((row) => row.path).filter((path) => !later.includes(path))).toEqual([
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
    '/document-stores/files/:storeId/:loaderId',
    '/document-stores/:storeId/gaps',
    '/document-stores/:storeId/:name',
    '/document-stores/vector/:storeId',
    '/document-stores/vector/:storeId/:docId',
    '/document-stores/query/:storeId',
    '/document-stores/measures/:storeId',
    '/phone-numbers',
  ]);
  const paths = fullScreenRoutes.map((row) => row.path);
  // Agent flows came later, under the addresses that people bring along.
  expect(paths.filter((path) => path.startsWith('/v2/'))).toEqual(['/v2/agentcanvas', '/v2/agentcanvas/:id']);
  expect(paths.filter((path) => !path.startsWith('/v2/'))).toEqual([
    '/canvas',
    '/canvas/:id',
    '/agentcanvas',
    '/agentcanvas/:id',
    '/marketplace/:id',
    '/chatbot/:id',
    '/form/:id',
  ]);
});

it.each([
  ['/document-stores/vector/s1', '/document-stores/vector/:storeId'],
  ['/document-stores/query/s1', '/document-stores/query/:storeId'],
  ['/document-stores/measures/s1', '/document-stores/measures/:storeId'],
  ['/document-stores/chunks/s1/f1', '/document-stores/chunks/:storeId/:fileId'],
  ['/document-stores/files/s1/l1', '/document-stores/files/:storeId/:loaderId'],
  ['/document-stores/vector/s1/d1', '/document-stores/vector/:storeId/:docId'],
  ['/document-stores/s1/plainText', '/document-stores/:storeId/:name'],
])('ROUTES-22, SP-20: %s is %s', (path, route) => {
  const rows = protectedRoutes.map((row) => ({ path: row.path }));
  expect(matchRoutes(rows, path)?.at(-1)?.route.path).toBe(route);
});

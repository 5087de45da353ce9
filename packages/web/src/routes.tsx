import type { ComponentType } from 'react';
import { lazyScreen } from './app/lazy-screen.tsx';
import { titlePage } from './app/title-page.tsx';
import { readCanvasAhead } from './screens/canvas/opened-flow.ts';

/** One path of the product and the screen it shows. */
export interface RouteRow {
  path: string;
  Screen: ComponentType;
  /** Rows with the same key are one page: going from one to the other keeps the screen as it is. */
  screenKey?: string;
  /** Starts what the screen needs as soon as its address is known, before anything is drawn. */
  prepare?: (params: Readonly<Record<string, string | undefined>>) => void;
}

const loadFlows = () => import('./screens/flows/flows-screen.tsx').then((module) => module.FlowsScreen);
const loadApiKeys = () =>
  import('./screens/api-keys/api-keys-screen.tsx').then((module) => module.ApiKeysScreen);

const loadChatbot = () =>
  import('./screens/chatbot/chatbot-screen.tsx').then((module) => module.ChatbotScreen);

/** The paths that need a signed-in person and stand inside the shell (ROUTES-33). */
export const protectedRoutes: readonly RouteRow[] = [
  { path: '/chatflows', Screen: lazyScreen(loadFlows, { kind: 'CHATFLOW' }) },
  { path: '/agentflows', Screen: lazyScreen(loadFlows, { kind: 'MULTIAGENT' }) },
  { path: '/marketplaces', Screen: titlePage('templates') },
  { path: '/apikey', Screen: lazyScreen(loadApiKeys, {}) },
  { path: '/tools', Screen: titlePage('toolkit') },
  { path: '/assistants', Screen: titlePage('assistants') },
  { path: '/agent', Screen: titlePage('voiceAgents') },
  { path: '/agent/:id', Screen: titlePage('voiceAgent') },
  { path: '/assistants/custom', Screen: titlePage('customAssistants') },
  { path: '/assistants/custom/:id', Screen: titlePage('customAssistant') },
  { path: '/assistants/openai', Screen: titlePage('openaiAssistants') },
  { path: '/credentials', Screen: titlePage('secrets') },
  { path: '/variables', Screen: titlePage('config') },
  { path: '/document-stores', Screen: titlePage('knowledgeBase') },
  { path: '/document-stores/:storeId', Screen: titlePage('store') },
  { path: '/document-stores/chunks/:storeId/:fileId', Screen: titlePage('chunks') },
  { path: '/document-stores/:storeId/:name', Screen: titlePage('loader') },
  { path: '/document-stores/vector/:storeId', Screen: titlePage('vector') },
  { path: '/document-stores/vector/:storeId/:docId', Screen: titlePage('vector') },
  { path: '/document-stores/query/:storeId', Screen: titlePage('query') },
  { path: '/phone-numbers', Screen: titlePage('phoneNumbers') },
];

const loadCanvas = () => import('./screens/canvas/canvas-screen.tsx').then((module) => module.CanvasScreen);

function prepareCanvas({ id }: Readonly<Record<string, string | undefined>>): void {
  // A chunk that does not come is told by the screen.
  loadCanvas().catch(() => undefined);
  readCanvasAhead(id);
}

const canvasRow = (path: string, Screen: ComponentType): RouteRow => ({
  path,
  Screen,
  screenKey: path.replace('/:id', ''),
  prepare: prepareCanvas,
});

const chatCanvas = lazyScreen(loadCanvas, { kind: 'CHATFLOW' });
const agentCanvas = lazyScreen(loadCanvas, { kind: 'MULTIAGENT' });

/** The paths without the shell; all but the chat of a flow need a signed-in person (ROUTES-33, SP-19). */
export const fullScreenRoutes: readonly RouteRow[] = [
  canvasRow('/canvas', chatCanvas),
  canvasRow('/canvas/:id', chatCanvas),
  canvasRow('/agentcanvas', agentCanvas),
  canvasRow('/agentcanvas/:id', agentCanvas),
  { path: '/marketplace/:id', Screen: titlePage('template', 'full') },
  { path: '/chatbot/:id', Screen: lazyScreen(loadChatbot, {}) },
];

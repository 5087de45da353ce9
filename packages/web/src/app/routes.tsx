import type { Permission } from '@tendril/contract/permission';
import type { ComponentType } from 'react';
import { readCanvasAhead } from '../screens/canvas/opened-flow.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { loadCanvas } from './load-canvas.ts';

/** One path of the product and the screen it shows. */
export interface RouteRow {
  path: string;
  Screen: ComponentType;
  /** What the screen takes; callers without it see why. Absent on pages that are open to all. */
  permits?: Permission;
  /** Rows with the same key are one page: navigating between them keeps the screen mounted. */
  screenKey?: string;
  /** Starts what the screen needs as soon as its address is known, before anything is drawn. */
  prepare?: (params: Readonly<Record<string, string | undefined>>) => void;
}

const loadFlows = () => import('../screens/flows/flows-screen.tsx').then((module) => module.FlowsScreen);
const loadApiKeys = () =>
  import('../screens/api-keys/api-keys-screen.tsx').then((module) => module.ApiKeysScreen);

const loadTools = () => import('../screens/tools/tools-screen.tsx').then((module) => module.ToolsScreen);
const loadVariables = () =>
  import('../screens/variables/variables-screen.tsx').then((module) => module.VariablesScreen);

const loadCredentials = () =>
  import('../screens/credentials/credentials-screen.tsx').then((module) => module.CredentialsScreen);
const loadChatbot = () =>
  import('../screens/chatbot/chatbot-screen.tsx').then((module) => module.ChatbotScreen);

const loadFlowForm = () =>
  import('../screens/flow-form/flow-form-screen.tsx').then((module) => module.FlowFormScreen);

const loadAssistants = () =>
  import('../screens/assistants/assistants-screen.tsx').then((module) => module.AssistantsScreen);
const loadCustomAssistants = () =>
  import('../screens/assistants/custom-assistants-screen.tsx').then(
    (module) => module.CustomAssistantsScreen,
  );
const loadCustomAssistant = () =>
  import('../screens/assistants/custom-assistant-screen.tsx').then((module) => module.CustomAssistantScreen);
const loadOpenAiAssistants = () =>
  import('../screens/assistants/openai-assistants-screen.tsx').then(
    (module) => module.OpenAiAssistantsScreen,
  );

const loadStores = () =>
  import('../screens/document-stores/list/document-stores-screen.tsx').then(
    (module) => module.DocumentStoresScreen,
  );
const loadStore = () =>
  import('../screens/document-stores/store/store-screen.tsx').then((module) => module.StoreScreen);
const loadChunks = () =>
  import('../screens/document-stores/chunks/chunks-screen.tsx').then((module) => module.ChunksScreen);
const loadFiles = () =>
  import('../screens/document-stores/files/files-screen.tsx').then((module) => module.FilesScreen);
const loadLoader = () =>
  import('../screens/document-stores/loader/loader-screen.tsx').then((module) => module.LoaderScreen);
const loadVector = () =>
  import('../screens/document-stores/vector/vector-screen.tsx').then((module) => module.VectorScreen);
const loadQuery = () =>
  import('../screens/document-stores/query/query-screen.tsx').then((module) => module.QueryScreen);
const loadGaps = () =>
  import('../screens/document-stores/gaps/gaps-screen.tsx').then((module) => module.GapsScreen);

const loadMeasures = () =>
  import('../screens/document-stores/measures/measures-screen.tsx').then((module) => module.MeasuresScreen);

const loadMarketplaces = () =>
  import('../screens/marketplaces/marketplaces-screen.tsx').then((module) => module.MarketplacesScreen);
const loadTemplate = () =>
  import('../screens/marketplaces/template-screen.tsx').then((module) => module.TemplateScreen);

const loadVoiceAgentEditor = () =>
  import('../screens/voice-agent-editor/voice-agent-editor-screen.tsx').then(
    (module) => module.VoiceAgentEditorScreen,
  );

const loadVoiceAgents = () =>
  import('../screens/voice-agents/voice-agents-screen.tsx').then((module) => module.VoiceAgentsScreen);

const loadPhoneNumbers = () =>
  import('../screens/phone-numbers/phone-numbers-screen.tsx').then((module) => module.PhoneNumbersScreen);

const loadCalls = () => import('../screens/calls/calls-screen.tsx').then((module) => module.CallsScreen);
const loadReplay = () => import('../screens/calls/replay-screen.tsx').then((module) => module.ReplayScreen);
const loadCall = () => import('../screens/calls/call-screen.tsx').then((module) => module.CallScreen);

const loadBatchCalls = () =>
  import('../screens/batch-calls/batch-calls-screen.tsx').then((module) => module.BatchCallsScreen);
const loadBatch = () =>
  import('../screens/batch-calls/batch-screen.tsx').then((module) => module.BatchScreen);
const loadDoNotCall = () =>
  import('../screens/do-not-call/do-not-call-screen.tsx').then((module) => module.DoNotCallScreen);

const loadSystem = () => import('../screens/system/system-screen.tsx').then((module) => module.SystemScreen);

/** The paths that need a signed-in person and stand inside the shell. */
export const protectedRoutes: readonly RouteRow[] = [
  { path: '/chatflows', permits: 'flows:read', Screen: lazyScreen(loadFlows, { kind: 'CHATFLOW' }) },
  { path: '/agentflows', permits: 'flows:read', Screen: lazyScreen(loadFlows, { kind: 'PIPELINE' }) },
  { path: '/marketplaces', permits: 'templates:read', Screen: lazyScreen(loadMarketplaces, {}) },
  { path: '/apikey', permits: 'keys:read', Screen: lazyScreen(loadApiKeys, {}) },
  { path: '/tools', permits: 'tools:read', Screen: lazyScreen(loadTools, {}) },
  { path: '/assistants', permits: 'assistants:read', Screen: lazyScreen(loadAssistants, {}) },
  { path: '/agent', permits: 'voice-agents:read', Screen: lazyScreen(loadVoiceAgents, {}) },
  { path: '/agent/:id', permits: 'voice-agents:read', Screen: lazyScreen(loadVoiceAgentEditor, {}) },
  { path: '/assistants/custom', permits: 'assistants:read', Screen: lazyScreen(loadCustomAssistants, {}) },
  { path: '/assistants/custom/:id', permits: 'assistants:read', Screen: lazyScreen(loadCustomAssistant, {}) },
  { path: '/assistants/openai', permits: 'assistants:read', Screen: lazyScreen(loadOpenAiAssistants, {}) },
  { path: '/credentials', permits: 'credentials:read', Screen: lazyScreen(loadCredentials, {}) },
  { path: '/variables', permits: 'variables:read', Screen: lazyScreen(loadVariables, {}) },
  { path: '/document-stores', permits: 'knowledge:read', Screen: lazyScreen(loadStores, {}) },
  { path: '/document-stores/:storeId', permits: 'knowledge:read', Screen: lazyScreen(loadStore, {}) },
  {
    path: '/document-stores/chunks/:storeId/:fileId',
    permits: 'knowledge:read',
    Screen: lazyScreen(loadChunks, {}),
  },
  {
    path: '/document-stores/files/:storeId/:loaderId',
    permits: 'knowledge:read',
    Screen: lazyScreen(loadFiles, {}),
  },
  {
    path: '/document-stores/:storeId/gaps',
    permits: 'conversations:read',
    Screen: lazyScreen(loadGaps, {}),
  },
  { path: '/document-stores/:storeId/:name', permits: 'knowledge:read', Screen: lazyScreen(loadLoader, {}) },
  { path: '/document-stores/vector/:storeId', permits: 'knowledge:read', Screen: lazyScreen(loadVector, {}) },
  {
    path: '/document-stores/vector/:storeId/:docId',
    permits: 'knowledge:read',
    Screen: lazyScreen(loadVector, {}),
  },
  { path: '/document-stores/query/:storeId', permits: 'knowledge:read', Screen: lazyScreen(loadQuery, {}) },
  {
    path: '/document-stores/measures/:storeId',
    permits: 'knowledge:read',
    Screen: lazyScreen(loadMeasures, {}),
  },
  { path: '/phone-numbers', permits: 'phone-numbers:read', Screen: lazyScreen(loadPhoneNumbers, {}) },
  { path: '/calls', permits: 'calls:listen', Screen: lazyScreen(loadCalls, {}) },
  { path: '/calls/replays/:id', permits: 'calls:listen', Screen: lazyScreen(loadReplay, {}) },
  { path: '/calls/batches', permits: 'calls:listen', Screen: lazyScreen(loadBatchCalls, {}) },
  { path: '/calls/batches/:id', permits: 'calls:listen', Screen: lazyScreen(loadBatch, {}) },
  { path: '/calls/do-not-call', permits: 'calls:listen', Screen: lazyScreen(loadDoNotCall, {}) },
  { path: '/calls/:id', permits: 'calls:listen', Screen: lazyScreen(loadCall, {}) },
  { path: '/system', permits: 'system:read', Screen: lazyScreen(loadSystem, {}) },
];

function prepareCanvas({ id }: Readonly<Record<string, string | undefined>>): void {
  // The screen reports a chunk that fails to load.
  loadCanvas().catch(() => undefined);
  readCanvasAhead(id);
}

const canvasRow = (path: string, Screen: ComponentType): RouteRow => ({
  path,
  permits: 'flows:read',
  Screen,
  screenKey: path.replace('/:id', '').replace('/v2', ''),
  prepare: prepareCanvas,
});

const chatCanvas = lazyScreen(loadCanvas, { kind: 'CHATFLOW' });
const agentCanvas = lazyScreen(loadCanvas, { kind: 'MULTIAGENT' });

/** The paths without the shell; all but the chat and the form of a flow need a signed-in person. */
export const fullScreenRoutes: readonly RouteRow[] = [
  canvasRow('/canvas', chatCanvas),
  canvasRow('/canvas/:id', chatCanvas),
  canvasRow('/agentcanvas', agentCanvas),
  canvasRow('/agentcanvas/:id', agentCanvas),
  // Flowise's address of agent flows.
  canvasRow('/v2/agentcanvas', agentCanvas),
  canvasRow('/v2/agentcanvas/:id', agentCanvas),
  { path: '/marketplace/:id', permits: 'templates:read', Screen: lazyScreen(loadTemplate, {}) },
  { path: '/chatbot/:id', Screen: lazyScreen(loadChatbot, {}) },
  { path: '/form/:id', Screen: lazyScreen(loadFlowForm, {}) },
];

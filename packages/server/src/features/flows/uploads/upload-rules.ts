import type { readUploadRules } from '@tendril/contract/api/chatflows';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { FlowPlan, PlannedNode } from '@tendril/engine/flow-plan';
import { typesByEnding } from '../../../platform/files/media-type.data.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { activeProvider } from '../speech/public.ts';

type UploadRules = Answer<typeof readUploadRules>;

/** Pictures that models accept, and their maximum size. */
export const imageTypes = ['image/gif', 'image/jpeg', 'image/png', 'image/webp'];
export const imageMegabytes = 5;

const fullFileTypes = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'text/css',
  'text/xml',
  'application/xml',
  'application/json',
  'application/x-yaml',
  'application/yaml',
  'application/sql',
  'text/javascript',
];

type Settings = Readonly<Record<string, unknown>>;

/** What a flow accepts besides text, as embedded chats ask for it. */
export function uploadRulesOf(
  flow: Pick<RunnableFlow, 'speechToText'>,
  plan: Pick<FlowPlan, 'nodes'>,
  maxMegabytes = 50,
): UploadRules {
  const isImageUploadAllowed = seesImages(plan);
  const loaders = uploadLoaders(plan);
  return {
    isSpeechToTextEnabled: activeProvider(flow.speechToText) !== undefined,
    isImageUploadAllowed,
    isRAGFileUploadAllowed: loaders.length > 0,
    imgUploadSizeAndTypes: isImageUploadAllowed
      ? [{ fileTypes: imageTypes, maxUploadSize: imageMegabytes }]
      : [],
    fileUploadSizeAndTypes: loaders.map(({ fileTypes }) => ({ fileTypes, maxUploadSize: maxMegabytes })),
  };
}

/** Whether a model of the flow accepts images. */
export function seesImages({ nodes }: Pick<FlowPlan, 'nodes'>): boolean {
  return [...nodes.values()].some((node) => isOn(node, 'allowImageUploads'));
}

/** Whether a visitor's question to the flow may have attachments. */
export function takesUploads(
  flow: Pick<RunnableFlow, 'apiConfig' | 'chatbotConfig' | 'speechToText'>,
  plan: Pick<FlowPlan, 'nodes'>,
): boolean {
  return (
    seesImages(plan) ||
    attachmentTypes(flow) !== undefined ||
    activeProvider(flow.speechToText) !== undefined ||
    uploadLoaders(plan).length > 0 ||
    replaceableLoaders(flow, plan).length > 0
  );
}

/** The file loaders whose file a caller may override for one run. */
export function replaceableLoaders(
  { apiConfig }: Pick<RunnableFlow, 'apiConfig'>,
  plan: Pick<FlowPlan, 'nodes'>,
): FileLoader[] {
  const override = apiConfig['overrideConfig'] as { status?: unknown } | undefined;
  return override?.status === true ? allFileLoaders(plan) : [];
}

/** A loader whose file an upload may replace. */
export interface FileLoader {
  readonly node: PlannedNode;
  /** Name of its file parameter. */
  readonly param: string;
  /** Extensions with their dots, or `*`. */
  readonly fileTypes: string[];
}

/** The file loaders before a node, nearest connection only. */
export function fileLoadersOf(node: PlannedNode, { nodes }: Pick<FlowPlan, 'nodes'>): FileLoader[] {
  const sources = node.inputs.flatMap((input) => (input.kind === 'anchor' ? input.sources : []));
  return [...new Set(sources.map(({ nodeId }) => nodeId))].flatMap((id) => {
    const source = nodes.get(id);
    return source ? fileParamsOf(source) : [];
  });
}

/** Every file loader of a flow. */
function allFileLoaders({ nodes }: Pick<FlowPlan, 'nodes'>): FileLoader[] {
  return [...nodes.values()].flatMap(fileParamsOf);
}

function fileParamsOf(node: PlannedNode): FileLoader[] {
  return node.inputs.flatMap((input) => {
    if (input.kind !== 'param' || (input.param.type !== 'file' && input.param.type !== 'folder')) return [];
    const fileTypes = (input.param.fileType ?? '*').split(',').map((type) => type.trim());
    return [{ node, param: input.name, fileTypes }];
  });
}

/** Whether people may add files to a store in their chat. */
export function takesChatFiles(store: PlannedNode): boolean {
  return isOn(store, 'fileUpload');
}

/** The loaders whose stores accept files in a chat. */
function uploadLoaders(plan: Pick<FlowPlan, 'nodes'>): FileLoader[] {
  return [...plan.nodes.values()]
    .filter((node) => node.definition.category === 'Vector Stores' && takesChatFiles(node))
    .flatMap((node) => fileLoadersOf(node, plan));
}

/** Media types whose text a question may bring along; undefined when the flow accepts no files. */
export function attachmentTypes({
  chatbotConfig,
}: Pick<RunnableFlow, 'chatbotConfig'>): Set<string> | undefined {
  const settings = chatbotConfig['fullFileUpload'] as Settings | undefined;
  if (typeof settings !== 'object' || settings === null || settings['status'] !== true) return undefined;
  const listed = settings['allowedUploadFileTypes'];
  const named =
    typeof listed === 'string'
      ? listed
          .split(',')
          .map((type) => type.trim())
          .filter(Boolean)
      : [];
  return new Set((named.length > 0 ? named : fullFileTypes).map(plainName));
}

/** Whether files of a type are on a flow's list, under any of the type's names. */
export function isListed(types: ReadonlySet<string>, mediaType: string): boolean {
  return types.has(plainName(mediaType)) || types.has('*') || types.has(`${mediaType.split('/')[0]}/*`);
}

const otherNames: Readonly<Record<string, string>> = {
  'application/x-yaml': 'application/yaml',
  'text/yaml': 'application/yaml',
  'text/xml': 'application/xml',
  'application/javascript': 'text/javascript',
  'application/csv': 'text/csv',
};

// A list may also hold extensions.
function plainName(type: string): string {
  const known = type.startsWith('.') ? (typesByEnding[type.toLowerCase()] ?? type) : type.toLowerCase();
  return otherNames[known] ?? known;
}

function isOn(node: PlannedNode, name: string): boolean {
  return node.inputs.some(
    (input) => input.kind === 'param' && input.name === name && input.fixed?.value === true,
  );
}

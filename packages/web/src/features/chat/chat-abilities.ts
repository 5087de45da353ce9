import { queryOptions, useQuery } from '@tanstack/react-query';
import { readPublicChatbotConfig } from '@tendril/contract/api/chatflows';
import * as z from 'zod';
import { call } from '../../kit/api/call.ts';

const rule = z.looseObject({
  fileTypes: z.array(z.string()).catch([]),
  /** Megabytes. */
  maxUploadSize: z.number().catch(0),
});
const on = z.boolean().catch(false);

const config = z.looseObject({
  isTTSEnabled: on,
  uploads: z
    .looseObject({
      isSpeechToTextEnabled: on,
      isImageUploadAllowed: on,
      imgUploadSizeAndTypes: z.array(rule).catch([]),
      fileUploadSizeAndTypes: z.array(rule).catch([]),
    })
    .optional()
    .catch(undefined),
  fullFileUpload: z
    .looseObject({ status: on, allowedUploadFileTypes: z.string().catch('') })
    .optional()
    .catch(undefined),
});

/** Media types that are taken, and the largest file in bytes. */
export interface FileRule {
  types: readonly string[];
  maxBytes: number;
}

/** What a flow's chat can do beside reading and writing. */
export interface ChatAbilities {
  canHear: boolean;
  canSpeak: boolean;
  pictures: FileRule | undefined;
  /** Files whose text goes along with the question. */
  files: FileRule | undefined;
}

export const noAbilities: ChatAbilities = {
  canHear: false,
  canSpeak: false,
  pictures: undefined,
  files: undefined,
};

const megabyte = 1024 * 1024;
/** Where the server names no limit. */
const usualMb = 10;

/** Reads what the flow's public settings say about files and speech. */
export function readAbilities(answer: unknown): ChatAbilities {
  const { uploads, fullFileUpload, isTTSEnabled } = config.parse(typeof answer === 'object' ? answer : {});
  const fullTypes = (fullFileUpload?.allowedUploadFileTypes ?? '').split(',').map((type) => type.trim());
  const limitMb = uploads?.fileUploadSizeAndTypes[0]?.maxUploadSize || usualMb;
  return {
    canHear: uploads?.isSpeechToTextEnabled ?? false,
    canSpeak: isTTSEnabled,
    pictures: uploads?.isImageUploadAllowed ? ruleOf(uploads.imgUploadSizeAndTypes) : undefined,
    files: fullFileUpload?.status
      ? { types: fullTypes.filter(Boolean), maxBytes: limitMb * megabyte }
      : undefined,
  };
}

function ruleOf(rules: readonly z.output<typeof rule>[]): FileRule {
  const sizes = rules.map(({ maxUploadSize }) => maxUploadSize).filter((size) => size > 0);
  return {
    types: rules.flatMap(({ fileTypes }) => fileTypes),
    maxBytes: (sizes.length > 0 ? Math.max(...sizes) : usualMb) * megabyte,
  };
}

/** What the chat of a flow can do, for anyone who may use it. */
function chatAbilitiesQuery(flowId: string) {
  return queryOptions({
    queryKey: ['chat-abilities', flowId],
    queryFn: async ({ signal }) =>
      readAbilities(await call(readPublicChatbotConfig, { params: { id: flowId }, signal })),
    staleTime: 60_000,
    retry: false,
  });
}

/** What the chat of a flow can do; nothing until it is known. */
export function useChatAbilities(flowId: string): ChatAbilities {
  return useQuery(chatAbilitiesQuery(flowId)).data ?? noAbilities;
}

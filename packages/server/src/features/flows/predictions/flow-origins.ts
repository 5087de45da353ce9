import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import type { FrameRule, OriginRule } from '../../../platform/http/app.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { allowedOriginsOf, isAllowedOrigin } from './visitor-rules.ts';

type FindFlow = (id: string) => Promise<RunnableFlow | undefined>;

const id = '([A-Za-z0-9_-]{1,64})';
const routes =
  'prediction|public-chatflows|public-chatbotConfig|chatflows-streaming|chatflows-uploads|feedback|chatmessage/abort|attachments|vector/upsert';
const visitorPath = new RegExp(`^(?:${studioPrefix}|${publicPrefix})/(?:${routes})/${id}(?:/|$)`);
// Their flow is named in the body or the query, and checked by the route itself.
const namelessPath = new RegExp(
  `^(?:${studioPrefix}|${publicPrefix})/(?:leads|get-upload-file|node-icon/[^/]+|openai-assistants-file/download|text-to-speech/(?:generate|abort))/?$`,
);
const ratingPath = new RegExp(`^(?:${studioPrefix}|${publicPrefix})/feedback/${id}$`);
const askPath = new RegExp(`^(?:${studioPrefix}|${publicPrefix})/prediction/${id}/?$`);
const pagePath = new RegExp(`^/chatbot/${id}$`);
// A valid frame-ancestors source: a host, with scheme and port where given.
const ancestor = /^(https?:\/\/)?(\*\.)?[A-Za-z0-9.-]+(:\d{1,5})?$/;

/** Pages on other sites may use a public flow, unless it lists allowed origins. */
export function visitorOriginRule(find: FindFlow): OriginRule {
  return async (path, origin) => {
    if (namelessPath.test(path)) return true;
    const flowId = visitorPath.exec(path)?.[1];
    const flow = flowId === undefined ? undefined : await find(flowId);
    // The id of a rating, not of a flow: its route looks up the flow.
    if (flow === undefined) return ratingPath.test(path);
    if (!flow.isPublic) return false;
    return isAllowedOrigin(flow, origin) || (askPath.test(path) && 'refusal');
  };
}

/** The chat page of a public flow may be framed by the sites that the flow lists. */
export function chatbotFrameRule(find: FindFlow): FrameRule {
  return async (path) => {
    const flowId = pagePath.exec(path)?.[1];
    const flow = flowId === undefined ? undefined : await find(flowId);
    return flow?.isPublic ? allowedOriginsOf(flow).filter((entry) => ancestor.test(entry)) : [];
  };
}

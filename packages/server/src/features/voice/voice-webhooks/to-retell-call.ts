import type { CostPart } from '@tendril/contract/api/call-cost-part';
import type { Call, CallAnalysis, TranscriptLine } from '@tendril/contract/api/calls';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import { spokenWords } from './spoken-words.ts';

interface RetellCallOptions {
  /** The agent stores no sensitive data: nothing that somebody said, and no value extracted from it, is passed on. */
  isPrivate?: boolean;
  /** Of this server: addresses of recordings are absolute. */
  publicUrl?: string;
}

const speakers = { agent: 'Agent', user: 'User', transfer_target: 'Transfer Target', tool: 'Tool' } as const;

/** A call in Retell's snake_case; what is not known yet is left out, as there. */
export function toRetellCall(
  call: Call,
  { isPrivate = false, publicUrl }: RetellCallOptions = {},
): RetellCall {
  const isPhone = call.kind === 'phone';
  return {
    call_id: call.id,
    call_type: isPhone ? 'phone_call' : 'web_call',
    agent_id: call.agentId,
    agent_version: call.agentVersion,
    agent_name: call.agentName,
    call_status: call.status,
    ...(isPhone && { direction: call.direction, from_number: call.fromNumber, to_number: call.toNumber }),
    ...telephony(call),
    metadata: call.metadata,
    opt_out_sensitive_data_storage: isPrivate,
    data_storage_setting: isPrivate ? 'basic_attributes_only' : 'everything',
    ...(call.startedAt !== null && { start_timestamp: call.startedAt }),
    ...ending(call),
    ...(!isPrivate && transferOf(call)),
    ...(!isPrivate && words(call, publicUrl)),
    ...(call.analysis && { call_analysis: toRetellAnalysis(call.analysis, isPrivate) }),
  };
}

/** Retell's call object; open, because its optional fields come with the state of the call. */
export type RetellCall = { call_id: string; agent_id: string; call_status: Call['status'] } & Record<
  string,
  unknown
>;

/** Retell knows calls of Twilio alone: what other lines call theirs stands in fields of our own. */
function telephony({ line }: Call): object {
  const name = line && identifiers[line.carrier];
  return name ? { telephony_identifier: { [name]: line.carrierCallId } } : {};
}

const identifiers: Readonly<Record<string, string>> = {
  twilio: 'twilio_call_sid',
  telnyx: 'telnyx_call_control_id',
  sip: 'sip_call_id',
};

function ending(call: Call): object {
  if (call.endedAt === null) return {};
  const cents = call.costUsd * 100;
  const seconds = call.durationMs / 1000;
  return {
    end_timestamp: call.endedAt,
    duration_ms: call.durationMs,
    ...(call.disconnectionReason && { disconnection_reason: toRetellReason(call.disconnectionReason) }),
    latency: call.latency,
    call_cost: {
      combined_cost: cents,
      total_duration_seconds: Math.ceil(seconds),
      total_duration_unit_price: seconds > 0 ? cents / seconds : 0,
      product_costs: (call.costParts ?? []).flatMap((part) => toProductCost(part, seconds)),
    },
    ...tokenUsage(call),
  };
}

const products: Readonly<Record<CostPart['part'], string>> = {
  recognizer: 'stt',
  model: 'llm',
  synthesizer: 'tts',
  line: 'telephony',
  analysis: 'analysis',
};

/** What a part of the call cost in cents; a part whose price nobody here can know is left out, as it is of the sum. */
function toProductCost({ part, usd, by, basis }: CostPart, seconds: number): object[] {
  if (usd === null || basis === 'none') return [];
  const vendor = by
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const cost = usd * 100;
  return [
    {
      product: vendor === '' ? products[part] : `${vendor}_${products[part]}`,
      cost,
      ...(seconds > 0 && { unit_price: cost / seconds }),
    },
  ];
}

/** Of an agent's own model alone, as there: not of a custom LLM, nor where nothing was asked. */
function tokenUsage({ facts }: Call): object {
  const values = facts?.modelTokens ?? [];
  if (values.length === 0) return {};
  const sum = values.reduce((all, tokens) => all + tokens, 0);
  return { llm_token_usage: { values, average: sum / values.length, num_requests: values.length } };
}

function transferOf({ facts, disconnectionReason }: Call): object {
  if (disconnectionReason !== 'call_transfer' || !facts?.transferDestination) return {};
  const { transferDestination, transferEndedAt } = facts;
  return {
    transfer_destination: transferDestination,
    ...(transferEndedAt !== undefined && { transfer_end_timestamp: transferEndedAt }),
  };
}

/** Retell has no reason for a caller's connection that was lost. */
function toRetellReason(reason: DisconnectionReason): string {
  return reason === 'error_connection_lost' ? 'error_unknown' : reason;
}

function words(call: Call, publicUrl: string | undefined): object {
  const given = {
    retell_llm_dynamic_variables: call.variables,
    collected_dynamic_variables: call.collectedVariables,
  };
  if (call.startedAt === null) return given;
  const spoken = call.transcript.filter(({ role }) => role !== 'tool');
  return {
    ...given,
    transcript: spoken.map(({ role, content }) => `${speakers[role]}: ${content}`).join('\n'),
    transcript_object: spoken.map(utterance),
    transcript_with_tool_calls: withTransitions(call),
    ...recording(call, publicUrl),
  };
}

/** The transcript with everything that happened between its lines. */
function withTransitions({ transcript, facts }: Call): object[] {
  const left = [...(facts?.transitions ?? [])];
  const before = (offsetMs: number) => {
    const due = left.findIndex((one) => one.offsetMs > offsetMs);
    return left.splice(0, due < 0 ? left.length : due).map(({ from, to }) => ({
      role: 'node_transition',
      former_node_id: from.id,
      former_node_name: from.name,
      new_node_id: to.id,
      new_node_name: to.name,
      transition_type: 'normal',
    }));
  };
  const lines = transcript.flatMap((line) => [...before(line.offsetMs), ...entriesOf(line)]);
  return [...lines, ...before(Number.POSITIVE_INFINITY)];
}

/** Keys that the caller pressed stand one by one. */
function entriesOf(line: TranscriptLine): object[] {
  if (line.role === 'tool') return toolCall(line);
  const keys = line.role === 'user' ? /^\[DTMF\] ([0-9*#]+)$/.exec(line.content)?.[1] : undefined;
  return keys ? [...keys].map((digit) => ({ role: 'dtmf', digit })) : [utterance(line)];
}

function recording({ recordingUrl }: Call, publicUrl: string | undefined): object {
  if (!recordingUrl) return {};
  const url = publicUrl ? new URL(recordingUrl, publicUrl).href : recordingUrl;
  return { recording_url: url, recording_multi_channel_url: url };
}

function utterance(line: TranscriptLine): object {
  return { role: line.role, content: line.content, words: spokenWords(line) };
}

/** A function is called, then returns something. Calls of earlier releases lack its name and arguments. */
function toolCall({ tool, content, offsetMs }: TranscriptLine): object[] {
  if (!tool) return [{ role: 'tool_call_result', tool_call_id: `tool_${offsetMs}`, content }];
  const { id, name, arguments: given, result, isOk } = tool;
  return [
    { role: 'tool_call_invocation', tool_call_id: id, name, arguments: given },
    { role: 'tool_call_result', tool_call_id: id, content: result, successful: isOk },
  ];
}

function toRetellAnalysis(analysis: CallAnalysis, isPrivate: boolean): object {
  const custom = Object.entries(analysis.customAnalysisData).filter(
    ([, value]) => !isPrivate || typeof value !== 'string',
  );
  return {
    call_summary: isPrivate ? '' : analysis.callSummary,
    call_successful: analysis.callSuccessful,
    user_sentiment: analysis.userSentiment,
    in_voicemail: analysis.inVoicemail,
    custom_analysis_data: Object.fromEntries(custom),
  };
}

import type { Call, CallAnalysis, TranscriptLine } from '@tendril/contract/api/calls';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import { spokenWords } from './spoken-words.ts';

interface RetellCallOptions {
  /** The agent stores no sensitive data: nothing that somebody said, and no value extracted from it, is passed on. */
  isPrivate?: boolean;
  /** Of this server: addresses of recordings are absolute. */
  publicUrl?: string;
}

const speakers = { agent: 'Agent', user: 'User', tool: 'Tool' } as const;

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
      product_costs: [],
    },
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
    transcript_with_tool_calls: call.transcript.flatMap((line) =>
      line.role === 'tool' ? toolCall(line) : [utterance(line)],
    ),
    ...recording(call, publicUrl),
  };
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

import type { AgentReasoning, Answer, UsedTool } from '@tendril/contract/provider/answer';
import type { RunAction, RunEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import { type RedactStrings, stringRedactor } from './redact-strings.ts';

/** Redacts the values of secret variables from a run's events and results. */
export interface SecretRedactor {
  event(event: RunEvent): RunEvent;
  /** Applies to what is stored and returned; the checkpoint of a waiting run stays as it is, because it is sealed. */
  outcome(outcome: RunOutcome): RunOutcome;
  /** Questions and answers, too: for those who took no part in the conversation. */
  value<T>(value: T): T;
}

const nothingSecret: SecretRedactor = {
  event: (event) => event,
  outcome: (outcome) => outcome,
  value: (value) => value,
};

/** Only content is redacted: never an event's type, owner or place. Answers pass unchanged. */
export function redactSecrets(values: readonly string[]): SecretRedactor {
  const redact = stringRedactor(values);
  if (!redact) return nothingSecret;
  return {
    event: (event) => redactEvent(event, redact),
    value: redact,
    outcome: ({ answer, error, action, ...outcome }) => ({
      ...outcome,
      ...(answer && { answer: redactAnswer(answer, redact) }),
      ...(error && { error: { ...error, message: redact(error.message) } }),
      ...(action && { action: redactAction(action, redact) }),
    }),
  };
}

function redactEvent(event: RunEvent, redact: RedactStrings): RunEvent {
  switch (event.type) {
    case 'text-delta':
    case 'text':
    case 'run-start':
    case 'next-agent':
    case 'node-skip':
      return event;
    case 'node-start':
    case 'step-start':
      return { ...event, input: redact(event.input) };
    case 'node-end':
      return { ...event, output: redact(event.output) };
    case 'node-wait':
      return { ...event, action: redactAction(event.action, redact) };
    case 'run-resume':
      return event;
    case 'node-error':
    case 'node-retry':
      return { ...event, message: redact(event.message) };
    case 'step-end': {
      const { output, error } = event;
      return {
        ...event,
        ...(output !== undefined && { output: redact(output) }),
        ...(error !== undefined && { error: redact(error) }),
      };
    }
    case 'source-check':
      return { ...event, check: redact(event.check) };
    case 'source-documents':
      return { ...event, documents: redact(event.documents) };
    case 'used-tools':
      return { ...event, tools: event.tools.map((tool) => redactTool(tool, redact)) };
    case 'agent-reasoning':
      return { ...event, reasoning: event.reasoning.map((one) => redactReasoning(one, redact)) };
    case 'run-end': {
      const { answer, error } = event;
      return {
        ...event,
        ...(answer && { answer: redactAnswer(answer, redact) }),
        ...(error && { error: { ...error, message: redact(error.message) } }),
      };
    }
  }
}

// The caller has already received the text in pieces; JSON is an answer too.
function redactAnswer(answer: Answer, redact: RedactStrings): Answer {
  const { sourceDocuments, usedTools, agentReasoning, followUpPrompts, sourceCheck } = answer;
  return {
    ...answer,
    ...(sourceDocuments && { sourceDocuments: redact(sourceDocuments) }),
    ...(usedTools && { usedTools: usedTools.map((tool) => redactTool(tool, redact)) }),
    ...(agentReasoning && { agentReasoning: agentReasoning.map((one) => redactReasoning(one, redact)) }),
    ...(followUpPrompts && { followUpPrompts: redact(followUpPrompts) }),
    ...(sourceCheck && { sourceCheck: redact(sourceCheck) }),
  };
}

function redactTool(used: UsedTool, redact: RedactStrings): UsedTool {
  return { ...redact(used), tool: used.tool };
}

function redactReasoning(one: AgentReasoning, redact: RedactStrings): AgentReasoning {
  const { agentName, nodeName, nodeId, usedTools } = one;
  return {
    ...redact(one),
    agentName,
    nodeName,
    nodeId,
    ...(usedTools && { usedTools: usedTools.map((used) => redactTool(used, redact)) }),
  };
}

// Its text decides when it comes back, and its ids identify the run.
function redactAction(action: RunAction, redact: RedactStrings): RunAction {
  const { mapping, data } = action;
  const toolCalls = mapping.toolCalls.map((call) => ({ ...call, args: redact(call.args) }));
  return { ...action, mapping: { ...mapping, toolCalls }, data: { ...data, input: redact(data.input) } };
}

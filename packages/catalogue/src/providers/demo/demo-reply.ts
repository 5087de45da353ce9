import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { answerInText } from './answer-in-text.ts';
import { bookingReply } from './booking.ts';
import { readConversation } from './conversation.ts';
import { fillSchema } from './fill-schema.ts';
import { followUpQuestions, isFollowUpRequest } from './follow-up-questions.ts';
import { draftInstruction, isInstructionRequest } from './instruction-draft.ts';
import { mentionedIn } from './mentioned.ts';
import { isRephraseRequest, rephrase } from './rephrase.ts';
import type { DemoReply } from './reply-shape.ts';
import { outcomeReply, toolCallsFor } from './tool-reply.ts';
import { functionTools } from './tool-traits.ts';

/** Decides what the demo model answers: by rules alone, so that the same prompt and day always give the same. */
export function demoReply(options: LanguageModelV4CallOptions, now: Date): DemoReply {
  const conversation = readConversation(options.prompt);
  const { responseFormat, toolChoice } = options;
  const tools = functionTools(options);
  if (tools.length > 0) {
    const booking = bookingReply(conversation, tools, now);
    if (booking) return booking;
    if (conversation.outcomes.length === 0) {
      const offered =
        toolChoice?.type === 'tool' ? tools.filter((tool) => tool.name === toolChoice.toolName) : tools;
      const isRequired = toolChoice?.type === 'tool' || toolChoice?.type === 'required';
      const toolCalls = toolCallsFor(conversation, offered, now, isRequired);
      if (toolCalls.length > 0) return { toolCalls };
    }
  }
  if (responseFormat?.type === 'json') {
    const fallbackText =
      conversation.outcomes.length > 0
        ? (outcomeReply(conversation, tools).text ?? '')
        : answerInText(conversation, now);
    const source = { mentioned: mentionedIn(conversation.question, now), fallbackText, now };
    return { text: JSON.stringify(fillSchema(responseFormat.schema ?? { type: 'object' }, source)) };
  }
  if (conversation.outcomes.length > 0) return outcomeReply(conversation, tools);
  if (isInstructionRequest(conversation)) return { text: draftInstruction(conversation) };
  if (isFollowUpRequest(conversation)) return { text: followUpQuestions(conversation) };
  if (isRephraseRequest(conversation)) return { text: rephrase(conversation) };
  return { text: answerInText(conversation, now) };
}
